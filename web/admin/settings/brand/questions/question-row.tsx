import type { KeyboardEvent } from 'react'
import { brandWords } from '#words/admin/settings/brand.ts'
import { TextArea } from '../../../../ui/fields/text-area.tsx'
import { TextField } from '../../../../ui/fields/text-field.tsx'
import { AdminIcon, type AdminIconName } from '../../../admin-icon.tsx'
import type { BrandFieldProps } from '../language-fields.tsx'

const t = brandWords.questions
export type Question = { question: string; answer: string }

type QuestionRowProps = {
  item: Question
  index: number
  isLast: boolean
  idOf: (part: string) => string
  isOpen: boolean
  errorAt: BrandFieldProps['errorAt']
  onOpen: (isOpen: boolean) => void
  onChange: (item: Question) => void
  onMove: (by: -1 | 1, part: string) => void
  onRemove: () => void
}

/** A question with its buttons; while it is open, its fields too. */
export function QuestionRow(props: QuestionRowProps) {
  const { item, index, isLast, idOf, isOpen, errorAt, onOpen, onChange, onMove, onRemove } = props
  const shown = item.question.trim() || t.blank
  const errors = { question: errorAt(idOf('question')), answer: errorAt(idOf('answer')) }
  const isEdited = isOpen || errors.question !== undefined || errors.answer !== undefined

  function moveByKey(event: KeyboardEvent) {
    const by = event.altKey ? { ArrowUp: -1 as const, ArrowDown: 1 as const }[event.key] : undefined
    if (by === undefined) return
    event.preventDefault()
    onMove(by, 'edit')
  }
  const button = (part: string, icon: AdminIconName, label: string, act: () => void, off = false) => (
    <button
      type="button"
      id={idOf(part)}
      className="icon-button"
      aria-label={label}
      title={label}
      disabled={off}
      onClick={act}
    >
      <AdminIcon name={icon} />
    </button>
  )

  return (
    <li className="brand-question">
      <div className="brand-question__row">
        <button
          type="button"
          id={idOf('edit')}
          className="brand-question__open"
          aria-expanded={isEdited}
          aria-label={t.edit(shown)}
          onKeyDown={moveByKey}
          onClick={() => onOpen(!isOpen)}
        >
          <AdminIcon name={isEdited ? 'chevron-down' : 'chevron-end'} />
          <span>{shown}</span>
        </button>
        {button('up', 'arrow-up', t.up(shown), () => onMove(-1, 'up'), index === 0)}
        {button('down', 'arrow-down', t.down(shown), () => onMove(1, 'down'), isLast)}
        {button('remove', 'close', t.remove(shown), onRemove)}
      </div>
      {isEdited ? (
        <div className="stack stack--tight brand-question__fields">
          <TextField
            id={idOf('question')}
            name={idOf('question')}
            label={t.question}
            autoComplete="off"
            error={errors.question}
            value={item.question}
            onChange={(question) => onChange({ ...item, question })}
          />
          <TextArea
            id={idOf('answer')}
            name={idOf('answer')}
            label={t.answer}
            error={errors.answer}
            value={item.answer}
            onChange={(answer) => onChange({ ...item, answer })}
          />
        </div>
      ) : null}
    </li>
  )
}
