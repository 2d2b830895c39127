import { memo, useEffect } from 'react'
import type { MouseEvent, ReactNode, RefObject, ToggleEvent } from 'react'
import { Icon } from '../icon.tsx'

export type PickerOption = {
  value: string
  label: string
  /** Shown after the label: a dial code. */
  secondary?: string | undefined
  /** Address of a small picture, 3:2. */
  image?: string | undefined
}

export type OptionGroup = { label: string; options: readonly PickerOption[] }

type OptionListProps = {
  id: string
  labelledBy: string
  groups: readonly OptionGroup[]
  value: string
  /** Counted through all groups. */
  active: number
  open: boolean
  popover: RefObject<HTMLDivElement | null>
  onToggle: (event: ToggleEvent<HTMLElement>) => void
  onChoose: (index: number) => void
  onPoint: (index: number) => void
  /** Above the options. */
  search: ReactNode
}

/**
 * Renders the picker's popover. The focus is on the button or the search field; their aria-activedescendant names the
 * `active` option.
 */
export function OptionList(props: OptionListProps) {
  const { id, labelledBy, groups, value, active, open, popover, onToggle, onChoose, onPoint, search } = props

  useEffect(() => {
    if (open) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active, open])

  function pointed(event: MouseEvent, then: (index: number) => void) {
    const option = event.target instanceof Element && event.target.closest('[role=option]')
    if (option) then(Number(option.id.slice(id.length + 1)))
  }

  const starts = groups.map((_, index) => groups.slice(0, index).reduce((sum, group) => sum + group.options.length, 0))
  return (
    <div ref={popover} className="popover picker__list" popover="auto" onToggle={onToggle}>
      {search}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys belong to the combobox, which keeps the focus */}
      <div
        id={id}
        role="listbox"
        aria-labelledby={labelledBy}
        tabIndex={-1}
        onMouseDown={(event) => event.preventDefault()}
        onPointerMove={(event) => pointed(event, onPoint)}
        onClick={(event) => pointed(event, onChoose)}
      >
        {groups.map((group, at) => (
          <div key={group.label} className="picker__group" role="group" aria-label={group.label}>
            {group.options.map((option, offset) => {
              const index = (starts[at] ?? 0) + offset
              return (
                <Option
                  key={option.value}
                  id={`${id}-${index}`}
                  option={option}
                  active={index === active}
                  selected={option.value === value}
                />
              )
            })}
          </div>
        ))}
      </div>
    </div>
  )
}

type OptionProps = { id: string; option: PickerOption; active: boolean; selected: boolean }

/** Memoized: of 250 options, an arrow key renders two again. */
const Option = memo(function Option({ id, option, active, selected }: OptionProps) {
  return (
    <div id={id} className="picker__option" role="option" aria-selected={selected} data-active={active || undefined}>
      {option.image !== undefined && <OptionImage address={option.image} />}
      <span className="picker__label">{option.label}</span>
      {option.secondary !== undefined && <bdi className="picker__secondary">{option.secondary}</bdi>}
      {selected && <Icon name="check" />}
    </div>
  )
})

export function OptionImage({ address }: { address: string }) {
  return <img className="picker__image" src={address} width={24} height={16} alt="" loading="lazy" />
}
