import { accountSettingsWords } from '#words/account/settings.ts'
import type { AccountSettings } from '../settings.ts'
import { paths, signInAddress } from '../../../../../contract/screens.ts'
import { useVisitor } from '../../../../client/page.tsx'
import { buttonClass } from '../../../../ui/button.tsx'
import { SettingForm } from '../setting-form.tsx'
import { Setting } from '../setting.tsx'

const t = accountSettingsWords.email
const initial = { email: '', password: '' }

/** Shows the address to sign in with. A new address takes effect when its owner follows the link sent to it. */
export function EmailSetting({ email, settings }: { email: string; settings: AccountSettings }) {
  const { newEmail, otherIssuer } = settings
  const confirmation = useVisitor().user?.confirmation
  if (otherIssuer !== null) return <Setting title={t.title} text={t.elsewhere(email, otherIssuer)} />
  // A person with a role first confirms it with the second factor.
  if (confirmation === 'old' || confirmation === 'missing')
    return (
      <Setting title={t.title} text={`${email}. ${t.confirmFirst}`}>
        <a
          className={buttonClass({ variant: 'quiet', size: 'small' })}
          href={`${signInAddress(paths.account)}&confirm=yes`}
        >
          {t.confirm}
        </a>
      </Setting>
    )
  const text = newEmail === null ? email : t.waits(email, newEmail)
  return (
    <Setting whole title={t.title} text={text}>
      <SettingForm
        act="change-email"
        open={t.change}
        fields={[
          { name: 'email', label: t.field, hint: t.hint, type: 'email', inputMode: 'email', autoComplete: 'off' },
          { name: 'password', label: t.password, type: 'password', autoComplete: 'current-password' },
        ]}
        initial={initial}
        button={{ label: t.send, busy: t.sending }}
        done={({ email: to = '' }) => t.sent(to.trim())}
      />
    </Setting>
  )
}
