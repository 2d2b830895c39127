import { accountSettingsWords } from '#words/account/settings.ts'
import type { Settings } from './settings.ts'
import { SettingForm } from './setting-form.tsx'
import { Setting } from './setting.tsx'

const t = accountSettingsWords.email
const initial = { email: '' }

/** The address to sign in with. Another one counts once its owner has followed the link sent there. */
export function EmailSetting({ email, settings }: { email: string; settings: Settings }) {
  const { newEmail, otherIssuer } = settings
  if (otherIssuer !== null) return <Setting title={t.title} text={t.elsewhere(email, otherIssuer)} />
  const text = newEmail === null ? email : t.waits(email, newEmail)
  return (
    <Setting whole title={t.title} text={text}>
      <SettingForm
        key={newEmail}
        act="change-email"
        open={t.change}
        fields={[
          { name: 'email', label: t.field, hint: t.hint, type: 'email', inputMode: 'email', autoComplete: 'off' },
        ]}
        initial={initial}
        button={{ label: t.send, busy: t.sending }}
        done={({ email: to = '' }) => t.sent(to.trim())}
      />
    </Setting>
  )
}
