import type { ComponentProps } from 'react'
import { Icon } from './icon.tsx'

/** A select with its arrow, for a toolbar: it has neither label nor error. */
export function SelectBox(props: ComponentProps<'select'>) {
  return (
    <span className="select-box">
      <select className="select" {...props} />
      <span className="select-arrow">
        <Icon name="chevron-down" />
      </span>
    </span>
  )
}
