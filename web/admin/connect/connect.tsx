import { connectWords as t } from '#words/admin/connect.ts'
import { HelpLink } from '../help-link.tsx'
import { Endpoints } from './endpoints.tsx'
import { Keys } from './keys.tsx'

/** Connections to other programs: API keys, and endpoints that receive messages. */
export function ConnectScreen() {
  return (
    <div className="page page--wide admin-page">
      <div>
        <h1 className="heading-2">{t.heading}</h1>
        <p className="soft small">
          {t.lead} <HelpLink chapter="integrations" what={t.heading} />
        </p>
      </div>
      <Keys />
      <Endpoints />
    </div>
  )
}
