import { plansWords as t } from '#words/shop/plans.ts'
import { useSuspenseCall } from '../../client/queries.ts'

/** Shows buyers' questions with the vendor's answers. */
export function Questions() {
  const questions = useSuspenseCall('GET /api/v1/questions')
  if (questions.length === 0) return null
  return (
    <section className="questions stack">
      <h2>{t.questions}</h2>
      <div>
        {questions.map(({ question, answer }) => (
          <details key={question}>
            <summary>{question}</summary>
            <p className="as-written">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  )
}
