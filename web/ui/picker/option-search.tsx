import type { OptionPickerState } from './use-option-picker.ts'

type OptionSearchProps = {
  picker: OptionPickerState
  listId: string
  /** The id of the active option. */
  activeId: string | undefined
  disabled: boolean | undefined
  words: { label: string; none: string }
}

/** The search field above a picker's options. */
export function OptionSearch({ picker, listId, activeId, disabled, words }: OptionSearchProps) {
  const { searchField, open, query, searchFor, pressInSearch, noneFound } = picker
  return (
    <div className="picker__search">
      <input
        ref={searchField}
        className="input"
        type="search"
        role="combobox"
        aria-label={words.label}
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={listId}
        aria-activedescendant={activeId}
        placeholder={words.label}
        autoComplete="off"
        disabled={disabled}
        spellCheck={false}
        value={query}
        onChange={(event) => searchFor(event.target.value)}
        onKeyDown={pressInSearch}
      />
      <p className="picker__none" role="status">
        {noneFound && words.none}
      </p>
    </div>
  )
}
