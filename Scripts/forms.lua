--- Forms: whatever people type or choose, in every form.
--
-- Hides inputs with all that is in them: text fields, whether or not a format says that they are secure, switches,
-- pickers, sliders, boxes to tick. The captions beside them stay, and so does what an app repeats elsewhere: a summary of
-- an order, a greeting by name. Buttons stay too, apart from those that a page writes as an input.
return {
  name = "forms",
  hide = {
    {
      "[text_input], input, textarea, [contenteditable=true], [role=textbox], [role=searchbox]",
      style = "card",
      text = "Input",
      name = "typed",
    },
    {
      "select, Picker, UIPickerView, PickerWheel, DatePicker, UIDatePicker, TimePicker, NumberPicker, Spinner, "
        .. "[role=combobox], [role=listbox], [role=spinbutton]",
      style = "card",
      text = "Choice",
      name = "picked",
    },
    {
      "Switch, UISwitch, SwitchCompat, Toggle, ToggleButton, CheckBox, RadioButton, Slider, UISlider, SeekBar, Stepper, "
        .. "UIStepper, RatingBar, SegmentedControl, UISegmentedControl, [role=checkbox], [role=radio], [role=switch], "
        .. "[role=slider]",
      name = "set",
    },
  },
}
