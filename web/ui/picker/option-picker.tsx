import { useId, useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { classNames } from '../class-names.ts'
import type { ControlAttributes } from '../fields/field.tsx'
import { labelId } from '../fields/field.tsx'
import { useFilledBefore, useHydrated } from '../loading/hydrated.ts'
import { Icon } from '../icon.tsx'
import { OptionImage, OptionList } from './option-list.tsx'
import type { PickerOption } from './option-list.tsx'
import { OptionSearch } from './option-search.tsx'
import { useOptionPicker, type PickerChoice } from './use-option-picker.ts'

export type OptionPickerProps = PickerChoice & {
  /** From the surrounding Field: `{(control) => <OptionPicker control={control} … />}`. */
  control: ControlAttributes
  name: string
  /** The option for no choice, e.g. 'Please select'. */
  placeholder: string
  autoComplete?: string | undefined
  /** The text of the closed picker beside the image; 'secondary' makes it narrow. */
  shows?: 'label' | 'secondary' | undefined
}

/**
 * A select-only combobox (WAI-ARIA APG) with images. A native select below it is submitted to the server, works without
 * scripts, and receives the browser's autofill.
 */
export function OptionPicker(props: OptionPickerProps) {
  const { control, name, value, onChange, options, placeholder } = props
  const { autoComplete, disabled, shows = 'label', search } = props
  const listId = useId()
  const picker = useOptionPicker(props)
  const { open, anchor, popover, active, groups } = picker
  const { hydrated, select } = useReplacedSelect(value, onChange, anchor)
  const chosen = options.find((option) => option.value === value)
  const activeId = open && active >= 0 ? `${listId}-${active}` : undefined

  return (
    <div className={classNames('picker', shows === 'secondary' && 'picker--narrow')}>
      <select
        {...(hydrated ? { id: `${control.id}-native`, tabIndex: -1, 'aria-hidden': true } : control)}
        {...{ ref: select, name, value, autoComplete, disabled }}
        className={classNames('select', hydrated && 'picker__native')}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">{placeholder}</option>
        {picker.all
          .flatMap((group) => group.options)
          .map((option) => (
            <option key={option.value} value={option.value}>
              {nativeText(option, shows)}
            </option>
          ))}
      </select>
      {!hydrated && (
        <span className="select-arrow">
          <Icon name="chevron-down" />
        </span>
      )}
      {hydrated && (
        <>
          <button
            id={control.id}
            ref={anchor}
            type="button"
            className="select picker__button"
            role="combobox"
            aria-haspopup="listbox"
            aria-expanded={open}
            aria-controls={listId}
            aria-labelledby={labelId(control.id)}
            aria-describedby={control['aria-describedby']}
            aria-invalid={control['aria-invalid']}
            aria-required={control.required}
            aria-activedescendant={activeId}
            disabled={disabled}
            onFocus={picker.draw}
            onPointerEnter={picker.draw}
            onKeyDown={picker.press}
            onPointerDown={(event) => {
              // Runs before the popover's own light dismissal, which would close the popover only for the click to open
              // it again.
              if (open) event.preventDefault()
            }}
            onClick={picker.clicked}
          >
            {chosen?.image !== undefined && <OptionImage address={chosen.image} />}
            <span className={classNames('picker__label truncate', !chosen && 'picker__label--empty')}>
              {chosen ? (shows === 'secondary' ? chosen.secondary : chosen.label) : placeholder}
            </span>
            <Icon name="chevron-down" />
          </button>
          <OptionList
            {...{ id: listId, labelledBy: labelId(control.id), groups, value, active, open, popover }}
            {...{ onToggle: picker.toggled, onChoose: picker.choose, onPoint: picker.point }}
            search={search && <OptionSearch {...{ picker, listId, activeId, disabled }} words={search} />}
          />
        </>
      )}
    </div>
  )
}

/** Takes over what a person did with the native select before the scripts ran: its value and its focus. */
function useReplacedSelect(
  value: string,
  onChange: (value: string) => void,
  button: RefObject<HTMLButtonElement | null>,
) {
  const hydrated = useHydrated()
  const select = useRef<HTMLSelectElement>(null)
  const focusedBefore = useRef(false)
  useFilledBefore(select, (native) => {
    focusedBefore.current = native === document.activeElement
    if (native.value !== value) onChange(native.value)
  })
  // If the native select has the focus, the focus moves to the button that replaces it.
  useLayoutEffect(() => {
    if (hydrated && focusedBefore.current) button.current?.focus({ preventScroll: true })
  }, [hydrated, button])
  return { hydrated, select }
}

/** Returns the native select's text for an option: first the part that the picker itself would show. */
function nativeText({ label, secondary }: PickerOption, shows: 'label' | 'secondary'): string {
  if (secondary === undefined) return label
  return shows === 'secondary' ? `${secondary} ${label}` : `${label} ${secondary}`
}
