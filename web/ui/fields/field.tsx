import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'

export type FieldWords = {
  /** Also the control's id and the target of the error summary's link. */
  id: string
  label: ReactNode
  hint?: ReactNode
  /** One sentence: the first rule that fails. */
  error?: string | undefined
  /** The word that marks an optional field, e.g. 'optional'; omitted for a required field. */
  optional?: string | undefined
  /** The state of this field, announced politely: 'Verifying email…', 'It seems like you already have an account.' */
  note?: ReactNode
}

export type FieldWidth = 's' | 'l' | 'full'

/** The attributes that connect a control with its label, hint and error. */
export type ControlAttributes = {
  id: string
  required: boolean
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export function labelId(id: string): string {
  return `${id}-label`
}

export function controlAttributes({ id, hint, error, optional, note }: FieldWords): ControlAttributes {
  const described = [error && `${id}-error`, note && `${id}-note`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return {
    id,
    required: optional === undefined,
    'aria-describedby': described || undefined,
    'aria-invalid': error ? true : undefined,
  }
}

/**
 * Renders a label above, and hint and error below; `children` renders the control between with the attributes it
 * receives.
 */
export function Field(
  props: FieldWords & { width?: FieldWidth | undefined; children: (control: ControlAttributes) => ReactNode },
) {
  const { id, label, optional, width = 'full', children } = props
  return (
    <div className={classNames('field', width !== 'full' && `field--${width}`)}>
      <label className="field__label" id={labelId(id)} htmlFor={id}>
        {label}
        {optional !== undefined && <span className="field__optional"> ({optional})</span>}
      </label>
      <FieldHint {...props} />
      <div className="field__control">{children(controlAttributes(props))}</div>
      <FieldMessages {...props} />
    </div>
  )
}

export function FieldHint({ id, hint }: FieldWords) {
  if (!hint) return null
  return (
    <div className="field__hint" id={`${id}-hint`}>
      {hint}
    </div>
  )
}

/** The live region stays while its content changes, because screen readers announce only such changes. */
export function FieldMessages({ id, error, note }: Pick<FieldWords, 'id' | 'error' | 'note'>) {
  return (
    <div className="field__messages" aria-live="polite">
      {error && (
        <p className="field__error" id={`${id}-error`}>
          <Icon name="error" />
          <span>{error}</span>
        </p>
      )}
      {note && (
        <div className="field__note" id={`${id}-note`}>
          {note}
        </div>
      )}
    </div>
  )
}
