import type { ReactNode } from 'react'
import type { Language } from '../../../../../domain/language.ts'
import { brandWords } from '#words/admin/settings/brand.ts'
import { useSettings } from '../../../../client/page.tsx'
import { Button } from '../../../../ui/button.tsx'
import type { BrandFieldProps } from '../language-fields.tsx'
import { Chip } from '../../../chip.tsx'
import { QuestionRow } from './question-row.tsx'
import { useQuestionList } from './use-question-list.ts'

const t = brandWords.questions

type QuestionsFieldProps = BrandFieldProps & {
  language: Language
  onLanguage: (language: Language) => void
  /** Names the languages that may be left behind. */
  unchanged: ReactNode
}

/** Edits the questions of the pricing page, one language at a time: add, remove, move and change. */
export function QuestionsField({
  values,
  onChange,
  errorAt,
  source,
  language,
  onLanguage,
  unchanged,
}: QuestionsFieldProps) {
  const { languages } = useSettings()
  const { questions, open, setOpen, told, idOf, change, move, remove, add } = useQuestionList(
    { values, onChange },
    language,
  )

  return (
    <fieldset className="fieldset stack stack--tight">
      <legend className="field__label">{brandWords.fields.questions}</legend>
      <p className="field__hint">{t.hint}</p>
      <div className="cluster">
        <div role="group" aria-label={t.languages} className="chips">
          {Object.entries(languages).map(([one, languageName]) => (
            <Chip
              key={one}
              on={one === language}
              onPress={() => {
                setOpen(null)
                onLanguage(one)
              }}
            >
              {t.count(languageName, values.questions[one]?.length ?? 0)}
            </Chip>
          ))}
        </div>
      </div>
      {unchanged}
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
              onChange={(changed) => change(index, changed)}
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
