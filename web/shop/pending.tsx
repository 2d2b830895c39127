import { barOf } from '../../domain/subscription/situation.ts'
import { screenTitles } from '#words/titles.ts'
import { situationWords } from '#words/shop/situation.ts'
import { Title, useSettings, useVisitor } from '../client/page.tsx'
import { useSuspenseCall } from '../client/queries.ts'
import { MessagePage } from './message-page.tsx'

/** States why a person waits, or that they need not wait any longer. */
export function PendingScreen() {
  const { user } = useVisitor()
  return user && barOf(user) === 'refused' ? <Refused /> : <InReview />
}

function InReview() {
  const t = situationWords.review
  const { brand } = useSettings()
  const { user, entries } = useVisitor()
  const { requirements } = useSuspenseCall('GET /api/v1/account/approval')
  const waiting = entries.filter(({ subscription }) => subscription.status === 'pending')
  return (
    <MessagePage icon="clock" heading={t.heading}>
      <Title>{screenTitles.pending}</Title>
      <div className="card stack message-page__card">
        <p>{t.text}</p>
        {requirements.length === 0 ? null : (
          <>
            <p>{t.required}</p>
            <ul className="message-page__list">
              {requirements.map((requirement) => (
                <li key={requirement}>{t.requirements[requirement]}</li>
              ))}
            </ul>
          </>
        )}
        <h2 className="heading-3">{t.more}</h2>
        {waiting.map(({ plan, subscription }) => (
          <p key={plan.name}>{(subscription.startDate === null ? t.starts : t.onHold)(plan.title)}</p>
        ))}
        {brand.reviewTime === undefined ? null : <p>{t.usually(brand.reviewTime)}</p>}
        {user ? <p>{t.decision(user.email)}</p> : null}
        <p>{t.exception}</p>
      </div>
      <a className="button button--primary" href={`mailto:${brand.supportEmail}`}>
        {t.contact}
      </a>
    </MessagePage>
  )
}

function Refused() {
  const t = situationWords.refused
  const { brand } = useSettings()
  return (
    <MessagePage icon="blocked" heading={t.heading}>
      <Title>{screenTitles.notApproved}</Title>
      <p>{t.text}</p>
      <p>{t.mistake(brand.supportEmail)}</p>
      <a className="button button--primary" href={`mailto:${brand.supportEmail}`}>
        {t.contact}
      </a>
    </MessagePage>
  )
}
