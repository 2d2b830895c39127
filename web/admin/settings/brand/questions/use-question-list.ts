import { useEffect, useState } from 'react'
import type { BrandValues } from '../../../../../domain/catalogue/brand-values.ts'
import type { Language } from '../../../../../domain/language.ts'
import { brandWords } from '#words/admin/settings/brand.ts'
import type { BrandFieldProps } from '../language-fields.tsx'
import type { Question } from './question-row.tsx'

const t = brandWords.questions

/**
 * Manages the questions in one language: which is open, what moves the focus, and what is announced. `part` names the
 * button or field of a question.
 */
export function useQuestionList(
  { values, onChange }: Pick<BrandFieldProps, 'values' | 'onChange'>,
  language: Language,
) {
  const [open, setOpen] = useState<number | null>(null)
  const [focus, setFocus] = useState<{ id: string } | null>(null)
  const [told, setTold] = useState('')
  const questions = values.questions[language] ?? []
  const idOf = (index: number, part: string) => `brand-questions-${language}-${index}-${part}`
  const put = (next: Question[]) => onChange({ questions: withQuestions(values.questions, language, next) })

  useEffect(() => {
    if (focus) document.getElementById(focus.id)?.focus()
  }, [focus])

  return {
    questions,
    /** The number of the open question, from 0. */
    open,
    setOpen,
    /** For the screen reader. */
    told,
    idOf,

    change(index: number, changed: Question) {
      setOpen(index)
      put(questions.with(index, changed))
    },

    move(from: number, by: -1 | 1, part: string) {
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
    },

    remove(index: number) {
      put(questions.toSpliced(index, 1))
      setOpen(null)
      setTold(t.removed)
      setFocus({ id: index < questions.length - 1 ? idOf(index, 'edit') : 'brand-questions-add' })
    },

    add() {
      put([...questions, { question: '', answer: '' }])
      setOpen(questions.length)
      setFocus({ id: idOf(questions.length, 'question') })
    },
  }
}

/** Replaces the questions of a language, which is omitted if it has none. */
function withQuestions(all: BrandValues['questions'], language: Language, next: Question[]): BrandValues['questions'] {
  const { [language]: _, ...others } = all
  return next.length === 0 ? others : { ...others, [language]: next }
}
