import { paths } from '../../../../../contract/screens.ts'
import { accountSettingsWords } from '#words/account/settings.ts'
import { buttonClass } from '../../../../ui/button.tsx'
import { Setting } from '../setting.tsx'

const t = accountSettingsWords.password
const page = `/identity/password?return_to=${encodeURIComponent(paths.account)}`

/** Links the identity provider's page, where the password is stored and can be changed. */
export function PasswordSetting({ otherIssuer }: { otherIssuer: string | null }) {
  if (otherIssuer !== null) return <Setting title={t.title} text={t.elsewhere(otherIssuer)} />
  return (
    <Setting title={t.title} text={t.text}>
      <a className={buttonClass({ variant: 'quiet', size: 'small' })} href={page}>
        {t.change}
      </a>
    </Setting>
  )
}
