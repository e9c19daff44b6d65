---@meta scrim
-- GENERATED from the API table. Do not edit.
error("scrim.lua describes the API; it is not a module")

---@alias scrim.LifecycleState "active"|"inactive"|"background"|"disconnected"|"unknown"
---@alias scrim.RecognizerName "email"|"phone"|"credit_card"|"iban"|"ipv4"|"ipv6"|"mac"|"url"|"jwt"|"api_key"|"us_ssn"|"date"|"amount"|string

---@class scrim.Rectangle
---@field x number
---@field y number
---@field width number
---@field height number

---@class scrim.Region: scrim.Rectangle
---@field space? "pixels"|"points"

---@class scrim.Rules
---@field name? string what the rules are called
---@field default? "show"|"hide_text" what becomes of views that no rule mentions
---@field style? scrim.StyleOptions what every rule begins with
---@field hold? integer|{ before?: integer, after?: integer } frames before and after that stay hidden too
---@field cover? scrim.CoverOptions|boolean the privacy screen
---@field outside? "show"|"hide" area that no window covers; hidden unless shown
---@field max_gap? number seconds between two snapshots above which frames are covered
---@field hide? scrim.HideOptions[] what is hidden, and how
---@field show? string[] selectors of exceptions
---@field floor? string[] selectors of what is hidden whatever other rules say
---@field event? fun(event: scrim.Event, state: scrim.State) hears every event before the frame at which it happens
---@field frame? fun(frame: scrim.Frame, plan: scrim.Plan) says for each frame what selectors cannot say

---@class scrim.StyleOptions
---@field style? "solid"|"stripes"|"card"|"erase"|"noise"|"pixelate"|"blur" how the pixels are replaced
---@field color? string the ground: #rgb, #rrggbb or a system colour's name
---@field colors? string[] further colours, of stripes and of noise
---@field text? string the overlay; may not repeat what it hides
---@field text_style? "large_title"|"title1"|"title2"|"title3"|"headline"|"body"|"callout"|"subhead"|"footnote"|"caption1"|"caption2" the overlay's text style
---@field text_color? string the overlay's colour
---@field font? string a font family
---@field align? "left"|"center"|"right" where the overlay stands
---@field content_size? "extra_small"|"small"|"medium"|"large"|"extra_large"|"extra_extra_large"|"extra_extra_extra_large"|"accessibility_medium"|"accessibility_large"|"accessibility_extra_large"|"accessibility_extra_extra_large"|"accessibility_extra_extra_extra_large" the Dynamic Type size, or in short xs to xxxl and ax1 to ax5
---@field appearance? "light"|"dark" of system colours
---@field symbol? "none"|"lock"|"eye_slash"|"shield" of cards and covers
---@field allow_cosmetic? boolean allows pixelate and blur, which can be undone

---@class scrim.HideOptions
---@field [1]? string a selector
---@field find? scrim.RecognizerName|scrim.RecognizerName[] only views whose texts hold one of these
---@field region? scrim.Region a part of the picture
---@field style? "solid"|"stripes"|"card"|"erase"|"noise"|"pixelate"|"blur" how the pixels are replaced
---@field color? string the ground: #rgb, #rrggbb or a system colour's name
---@field colors? string[] further colours, of stripes and of noise
---@field text? string the overlay; may not repeat what it hides
---@field text_style? "large_title"|"title1"|"title2"|"title3"|"headline"|"body"|"callout"|"subhead"|"footnote"|"caption1"|"caption2" the overlay's text style
---@field text_color? string the overlay's colour
---@field font? string a font family
---@field align? "left"|"center"|"right" where the overlay stands
---@field content_size? "extra_small"|"small"|"medium"|"large"|"extra_large"|"extra_extra_large"|"extra_extra_extra_large"|"accessibility_medium"|"accessibility_large"|"accessibility_extra_large"|"accessibility_extra_extra_large"|"accessibility_extra_extra_extra_large" the Dynamic Type size, or in short xs to xxxl and ax1 to ax5
---@field appearance? "light"|"dark" of system colours
---@field symbol? "none"|"lock"|"eye_slash"|"shield" of cards and covers
---@field allow_cosmetic? boolean allows pixelate and blur, which can be undone
---@field hold? integer|{ before?: integer, after?: integer } frames before and after that stay hidden too
---@field name? string what the report calls this rule

---@class scrim.HideCallOptions
---@field style? "solid"|"stripes"|"card"|"erase"|"noise"|"pixelate"|"blur" how the pixels are replaced
---@field color? string the ground: #rgb, #rrggbb or a system colour's name
---@field colors? string[] further colours, of stripes and of noise
---@field text? string the overlay; may not repeat what it hides
---@field text_style? "large_title"|"title1"|"title2"|"title3"|"headline"|"body"|"callout"|"subhead"|"footnote"|"caption1"|"caption2" the overlay's text style
---@field text_color? string the overlay's colour
---@field font? string a font family
---@field align? "left"|"center"|"right" where the overlay stands
---@field content_size? "extra_small"|"small"|"medium"|"large"|"extra_large"|"extra_extra_large"|"extra_extra_extra_large"|"accessibility_medium"|"accessibility_large"|"accessibility_extra_large"|"accessibility_extra_extra_large"|"accessibility_extra_extra_extra_large" the Dynamic Type size, or in short xs to xxxl and ax1 to ax5
---@field appearance? "light"|"dark" of system colours
---@field symbol? "none"|"lock"|"eye_slash"|"shield" of cards and covers
---@field allow_cosmetic? boolean allows pixelate and blur, which can be undone
---@field hold? integer|{ before?: integer, after?: integer } frames before and after that stay hidden too
---@field name? string what the report calls this rule
---@field reveal? boolean lets the overlay repeat what it hides

---@class scrim.ShowCallOptions
---@field even_if_secure? boolean lifts the floor for this view; the report says so

---@class scrim.CoverOptions
---@field color? string the ground: #rgb, #rrggbb or a system colour's name
---@field text? string the overlay; may not repeat what it hides
---@field text_style? "large_title"|"title1"|"title2"|"title3"|"headline"|"body"|"callout"|"subhead"|"footnote"|"caption1"|"caption2" the overlay's text style
---@field text_color? string the overlay's colour
---@field font? string a font family
---@field align? "left"|"center"|"right" where the overlay stands
---@field content_size? "extra_small"|"small"|"medium"|"large"|"extra_large"|"extra_extra_large"|"extra_extra_extra_large"|"accessibility_medium"|"accessibility_large"|"accessibility_extra_large"|"accessibility_extra_extra_large"|"accessibility_extra_extra_extra_large" the Dynamic Type size, or in short xs to xxxl and ax1 to ax5
---@field appearance? "light"|"dark" of system colours
---@field symbol? "none"|"lock"|"eye_slash"|"shield" of cards and covers
---@field layout? "top_two_thirds"|"center" where the cover's label stands
---@field hold? integer|{ before?: integer, after?: integer } frames before and after that stay hidden too
---@field on? "background"|"inactive"|"never" the states that are covered

---@class scrim.CoverCallOptions
---@field color? string the ground: #rgb, #rrggbb or a system colour's name
---@field text? string the overlay; may not repeat what it hides
---@field text_style? "large_title"|"title1"|"title2"|"title3"|"headline"|"body"|"callout"|"subhead"|"footnote"|"caption1"|"caption2" the overlay's text style
---@field text_color? string the overlay's colour
---@field font? string a font family
---@field align? "left"|"center"|"right" where the overlay stands
---@field content_size? "extra_small"|"small"|"medium"|"large"|"extra_large"|"extra_extra_large"|"extra_extra_extra_large"|"accessibility_medium"|"accessibility_large"|"accessibility_extra_large"|"accessibility_extra_extra_large"|"accessibility_extra_extra_extra_large" the Dynamic Type size, or in short xs to xxxl and ax1 to ax5
---@field appearance? "light"|"dark" of system colours
---@field symbol? "none"|"lock"|"eye_slash"|"shield" of cards and covers
---@field layout? "top_two_thirds"|"center" where the cover's label stands
---@field hold? integer|{ before?: integer, after?: integer } frames before and after that stay hidden too
---@field scene? string covers this scene's windows alone

---@class scrim.Frame
---@field index integer from 0
---@field time number|nil seconds
---@field width integer pixels
---@field height integer pixels
---@field scale number|nil pixels per point
---@field app scrim.LifecycleState the app's state
---@field scenes table<string, scrim.LifecycleState> the same by scene
---@field events scrim.Event[] what happened since the frame before
---@field windows scrim.View[] from the back to the front
---@field all fun(self: scrim.Frame, selector: string): scrim.View[] the views that match, in document order
---@field first fun(self: scrim.Frame, selector: string): scrim.View|nil the first of them
---@field at fun(self: scrim.Frame, x: number, y: number): scrim.View|nil the topmost view at a pixel

---@class scrim.View
---@field type string the view's type
---@field class_chain string[] types that it also is, nearest first
---@field id string|nil as the format gives it
---@field classes string[] its classes
---@field role string|nil its role
---@field text string|nil may be the secret
---@field label string|nil what accessibility reads; may be the secret
---@field value string|nil what is typed or chosen; may be the secret
---@field placeholder string|nil what an empty field shows
---@field bounds scrim.Rectangle|nil in image pixels, before transforms; nil where it is not known
---@field transform number[]|nil a, b, c, d, tx, ty about its own centre
---@field clips boolean whether it clips its children
---@field corner_radius number image pixels
---@field alpha number 0 to 1, its own
---@field hidden boolean|nil nil where it is not known
---@field opaque boolean|nil nil where it is not known
---@field secure boolean yes, or an input that is not known to be plain
---@field text_input boolean whether people type into it
---@field hide_in_screenshot boolean the mark of this name
---@field window integer the place of its window in frame.windows, from 1
---@field scene string|nil the scene of its window
---@field process string|nil who draws it
---@field z number order among its siblings
---@field attributes table<string, any> all other members, by name
---@field parent scrim.View|nil nil for a window
---@field children scrim.View[] in document order
---@field matches fun(self: scrim.View, selector: string): boolean whether a selector means this view
---@field closest fun(self: scrim.View, selector: string): scrim.View|nil the nearest that matches, of itself and the views around it
---@field find fun(self: scrim.View, recognizer: scrim.RecognizerName): integer?, integer? start and end in characters of what its texts hold first
---@field [string] any the format's own members

---@class scrim.Plan
---@field hide fun(self: scrim.Plan, target: scrim.View|scrim.Region, options?: scrim.HideCallOptions) hides a view with all that is in it, or a region
---@field show fun(self: scrim.Plan, view: scrim.View, options?: scrim.ShowCallOptions) shows a view with all that is in it
---@field cover fun(self: scrim.Plan, options?: scrim.CoverCallOptions) covers the frame, or a scene

---@class scrim.Event
---@field name string as in scene.didEnterBackground, or the team's own
---@field scene string|nil the scene that it concerns; nil is all
---@field frame integer|nil the frame at which it happens
---@field time number|nil or the time, in seconds
---@field [string] any the event's own members

---@class scrim.State
---@field app scrim.LifecycleState
---@field scenes table<string, scrim.LifecycleState>

---@class scrim.specs.Node
---@field type string the only member that a view must have
---@field bounds? number[]|scrim.Rectangle|false x, y, width, height in pixels; false is not known; left out: a row of the parent's box
---@field children? scrim.specs.Node[] in document order
---@field [string] any every other member that views.jsonl knows (id, text, classes, secure, …), and attributes

---@class scrim.specs.Options
---@field width? integer pixels; 390 where it is left out
---@field height? integer pixels; 844 where it is left out
---@field scale? number pixels per point
---@field index? integer left out: how many plans the test has made
---@field time? number seconds
---@field app? "active"|"inactive"|"background"|"disconnected" the app's state, for this frame alone
---@field scenes? table<string, string> the same by scene
---@field events? (string|table)[] names, or tables with name, scene and more; what they change lasts
---@field [integer] scrim.specs.Node views, or windows of type Window

---@class scrim.specs.Frame
---@field plan fun(self: scrim.specs.Frame): scrim.specs.Plan what the rules make of the frame
---@field all fun(self: scrim.specs.Frame, selector: string): scrim.View[] the views that match, in document order
---@field first fun(self: scrim.specs.Frame, selector: string): scrim.View|nil the first of them
---@field at fun(self: scrim.specs.Frame, x: number, y: number): scrim.View|nil the topmost view at a pixel

---@class scrim.specs.Plan

---@class scrim.specs.Expectation
---@field hides fun(self: scrim.specs.Expectation, what: string|scrim.View): scrim.specs.Expectation every pixel of each such view that can be seen is hidden
---@field shows fun(self: scrim.specs.Expectation, what: string|scrim.View): scrim.specs.Expectation no pixel of such a view is hidden
---@field with fun(self: scrim.specs.Expectation, options: table): scrim.specs.Expectation behind hides and covers: the mask has these options; rule = names who asked for it
---@field covers fun(self: scrim.specs.Expectation): scrim.specs.Expectation a cover hides the frame whole
---@field hides_nothing fun(self: scrim.specs.Expectation): scrim.specs.Expectation nothing is hidden
---@field fails fun(self: scrim.specs.Expectation, part?: string): scrim.specs.Expectation the frame fails closed, with this in its message; no other matcher accepts that
---@field equals fun(self: scrim.specs.Expectation, value: any): scrim.specs.Expectation the same value; tables are compared by what is in them
---@field is_true fun(self: scrim.specs.Expectation): scrim.specs.Expectation true itself
---@field is_false fun(self: scrim.specs.Expectation): scrim.specs.Expectation false itself
---@field is_nil fun(self: scrim.specs.Expectation): scrim.specs.Expectation nil
---@field contains fun(self: scrim.specs.Expectation, part: any): scrim.specs.Expectation a text holds a text, or a list an item
---@field raises fun(self: scrim.specs.Expectation, part?: string): scrim.specs.Expectation a function raises an error, with this in it
---@field never fun(self: scrim.specs.Expectation): scrim.specs.Expectation the opposite of all that follows; expect.never(…) is the same

---@class scrim
scrim = {}

---Start and end in characters of what is found first, or nil.
---@param text string
---@param recognizer scrim.RecognizerName
---@return integer? first, integer? last
function scrim.find(text, recognizer) end

---Defines a recognizer of your own; only at the top of the file.
---@param definition { name: string, pattern: string }
function scrim.recognizer(definition) end

---Writes a line to stderr.
---@param ... any
function scrim.log(...) end

-- Specs alone have these.

---A block of tests; blocks can stand in blocks.
---@param name string
---@param body fun()
function describe(name, body) end

---A test, with a budget of its own.
---@param name string
---@param body fun()
function it(name, body) end

---Runs before each test of the block, outer blocks' first.
---@param body fun()
function before_each(body) end

---Runs after each test of the block, failed or not, inner blocks' first.
---@param body fun()
function after_each(body) end

---The rules that are tested: files from the spec's folder on, or ready rules; the baseline first.
---@param ... string|{ source: string }
function rules(...) end

---@class scrim.specs.FrameMaker
---@field load fun(path: string, frame: integer, options?: { width?: integer, height?: integer, fps?: number }): scrim.specs.Frame
---@overload fun(views: scrim.specs.Options): scrim.specs.Frame
frame = {}

---@class scrim.specs.Expect
---@field never fun(value: any): scrim.specs.Expectation
---@overload fun(value: any): scrim.specs.Expectation
expect = {}
