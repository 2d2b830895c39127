import { useEffect, useState } from 'react'
import type { Language } from '../../../../domain/language.ts'
import { brandWords } from '#words/admin/brand.ts'
import { useSettings } from '../../../client/page.tsx'
import { Button } from '../../../ui/button.tsx'
import type { BrandFieldProps } from './language-fields.tsx'
import { QuestionRow, type Question } from './question-row.tsx'

const t = brandWords.questions

type QuestionsFieldProps = BrandFieldProps & { language: Language; onLanguage: (language: Language) => void }

/** Edits the questions of the pricing page, one language at a time: add, remove, move and change. */
export function QuestionsField({ values, onChange, errorAt, source, language, onLanguage }: QuestionsFieldProps) {
  const { languages } = useSettings()
  const [open, setOpen] = useState<number | null>(null)
  const [focus, setFocus] = useState<{ id: string } | null>(null)
  const [told, setTold] = useState('')
  const questions = values.questions[language] ?? []
  const idOf = (index: number, part: string) => `brand-questions-${language}-${index}-${part}`

  useEffect(() => {
    if (focus) document.getElementById(focus.id)?.focus()
  }, [focus])

  function put(next: Question[]) {
    const { [language]: _, ...others } = values.questions
    onChange({ questions: next.length === 0 ? others : { ...others, [language]: next } })
  }

  function move(from: number, by: -1 | 1, part: string) {
    const to = from + by
    const moved = questions[from]
    if (!moved || to < 0 || to >= questions.length) return
    put(questions.toSpliced(from, 1).toSpliced(to, 0, moved))
    if (open === from) setOpen(to)
    else if (open === to) setOpen(from)
    setTold(t.moved(to + 1, questions.length))
    // At either end one of the two buttons disappears.
    const isAtEnd = (part === 'up' && to === 0) || (part === 'down' && to === questions.length - 1)
    setFocus({ id: idOf(to, isAtEnd ? 'edit' : part) })
  }

  function remove(index: number) {
    put(questions.toSpliced(index, 1))
    setOpen(null)
    setTold(t.removed)
    setFocus({ id: index < questions.length - 1 ? idOf(index, 'edit') : 'brand-questions-add' })
  }

  function add() {
    put([...questions, { question: '', answer: '' }])
    setOpen(questions.length)
    setFocus({ id: idOf(questions.length, 'question') })
  }

  return (
    <fieldset className="fieldset stack stack--tight">
      <legend className="field__label">{brandWords.fields.questions}</legend>
      <p className="field__hint">{t.hint}</p>
      <div className="cluster">
        <div role="group" aria-label={t.languages} className="chips">
          {Object.entries(languages).map(([one, languageName]) => (
            <button
              key={one}
              type="button"
              className="chip"
              aria-pressed={one === language}
              onClick={() => {
                setOpen(null)
                onLanguage(one)
              }}
            >
              {t.count(languageName, values.questions[one]?.length ?? 0)}
            </button>
          ))}
        </div>
      </div>
      {questions.length === 0 ? (
        <p className="soft small">{t.empty}</p>
      ) : (
        <ol className="admin-list brand-questions" aria-describedby="brand-questions-keys">
          {questions.map((item, index) => (
            <QuestionRow
              // oxlint-disable-next-line react/no-array-index-key -- questions have no id, and two may be alike
              key={`${language} ${index}`}
              item={item}
              index={index}
              isLast={index === questions.length - 1}
              idOf={(part) => idOf(index, part)}
              isOpen={open === index}
              errorAt={errorAt}
              onOpen={(isOpen) => setOpen(isOpen ? index : null)}
              onChange={(changed) => {
                setOpen(index)
                put(questions.with(index, changed))
              }}
              onMove={(by, part) => move(index, by, part)}
              onRemove={() => remove(index)}
            />
          ))}
        </ol>
      )}
      <p className="visually-hidden" role="status">
        {told}
      </p>
      <div className="cluster cluster--apart">
        <Button id="brand-questions-add" variant="quiet" size="small" onClick={add}>
          {t.add}
        </Button>
        <p className="soft small needs-keyboard" id="brand-questions-keys">
          {t.keys}
        </p>
      </div>
      {source}
    </fieldset>
  )
}
