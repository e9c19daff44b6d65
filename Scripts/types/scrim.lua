---@meta scrim
-- GENERATED from the API table. Do not edit.
error("scrim.lua describes the API; it is not a module")

---@class scrim.Rectangle
---@field x number
---@field y number
---@field width number
---@field height number

---@class scrim.Region: scrim.Rectangle
---@field space? "pixels"|"points"

---@class scrim.Event
---@field name string as in scene.didEnterBackground, or the team's own
---@field scene string|nil
---@field frame integer|nil
---@field time number|nil
---@field [string] any the event's own members

---@class scrim.State
---@field app scrim.LifecycleState
---@field scenes table<string, scrim.LifecycleState>

---@alias scrim.LifecycleState "active"|"inactive"|"background"|"disconnected"|"unknown"
---@alias scrim.RecognizerName "email"|"phone"|"credit_card"|"iban"|"ipv4"|"ipv6"|"mac"|"url"|"jwt"|"api_key"|"us_ssn"|"date"|"amount"|string

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
---@field find? scrim.RecognizerName|scrim.RecognizerName[]
---@field region? scrim.Region
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
---@field matches fun(self: scrim.View, selector: string): boolean
---@field closest fun(self: scrim.View, selector: string): scrim.View|nil
---@field find fun(self: scrim.View, recognizer: scrim.RecognizerName): integer?, integer?
---@field [string] any the format's own members

---@class scrim.Frame
---@field index integer from 0
---@field time number|nil seconds
---@field width integer pixels
---@field height integer pixels
---@field scale number|nil pixels per point
---@field app scrim.LifecycleState
---@field scenes table<string, scrim.LifecycleState>
---@field events scrim.Event[]
---@field windows scrim.View[] from the back to the front
---@field all fun(self: scrim.Frame, selector: string): scrim.View[]
---@field first fun(self: scrim.Frame, selector: string): scrim.View|nil
---@field at fun(self: scrim.Frame, x: number, y: number): scrim.View|nil

---@class scrim.Plan
---@field hide fun(self: scrim.Plan, target: scrim.View|scrim.Region, options?: scrim.HideCallOptions)
---@field show fun(self: scrim.Plan, view: scrim.View, options?: scrim.ShowCallOptions)
---@field cover fun(self: scrim.Plan, options?: scrim.CoverCallOptions)

---@class scrim.Rules
---@field name? string
---@field default? "show"|"hide_text" what becomes of views that no rule mentions
---@field style? scrim.StyleOptions
---@field hold? integer|{ before?: integer, after?: integer }
---@field cover? scrim.CoverOptions|boolean
---@field outside? "show"|"hide"
---@field max_gap? number seconds
---@field hide? scrim.HideOptions[]
---@field show? string[]
---@field floor? string[]
---@field event? fun(event: scrim.Event, state: scrim.State)
---@field frame? fun(frame: scrim.Frame, plan: scrim.Plan)

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
