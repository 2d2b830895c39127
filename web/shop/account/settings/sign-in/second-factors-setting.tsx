import { accountSettingsWords } from '#words/account/settings.ts'
import { buttonClass } from '../../../../ui/button.tsx'
import { Setting } from '../setting.tsx'

const t = accountSettingsWords.secondFactors

/** Links the identity provider's page on which administrators and support agents manage their passkeys. */
export function SecondFactorsSetting() {
  return (
    <Setting title={t.title} text={t.text}>
      <a className={buttonClass({ variant: 'quiet', size: 'small' })} href="/identity/second-factors">
        {t.manage}
      </a>
    </Setting>
  )
}
