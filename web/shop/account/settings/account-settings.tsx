import { useVisitor } from '../../../client/page.tsx'
import { useSuspenseCall } from '../../../client/queries.ts'
import { DataSetting } from './data-setting.tsx'
import { accountDetails } from './lazy-details.ts'
import { devicesSetting } from './sign-in/lazy-devices.ts'
import { EmailSetting } from './sign-in/email-setting.tsx'
import { ErasureSetting } from './erasure-setting.tsx'
import { InvoiceSetting } from './invoice-setting.tsx'
import { LanguageSetting } from './language-setting.tsx'
import { PasswordSetting } from './sign-in/password-setting.tsx'
import { SecondFactorsSetting } from './sign-in/second-factors-setting.tsx'
import { SessionsSetting } from './sign-in/sessions-setting.tsx'

/** Shows people's own settings. A person who never registered for a product has only a password and sessions. */
export function AccountSettings() {
  const settings = useSuspenseCall('GET /api/v1/account/settings')
  const { user, subscriber } = useVisitor()
  return (
    <>
      <accountDetails.Screen />
      {subscriber && settings.invoices ? (
        <InvoiceSetting invoices={settings.invoices} country={subscriber.country} />
      ) : null}
      {subscriber ? <LanguageSetting language={settings.language} /> : null}
      {subscriber ? <EmailSetting email={user?.email ?? ''} settings={settings} /> : null}
      <PasswordSetting otherIssuer={settings.otherIssuer} />
      {settings.otherIssuer === null && user?.confirmation !== undefined ? <SecondFactorsSetting /> : null}
      <SessionsSetting />
      {subscriber && settings.hasDevices ? <devicesSetting.Screen hasFiles={settings.hasLicenceFiles} /> : null}
      {subscriber ? <DataSetting /> : null}
      {subscriber ? <ErasureSetting requested={settings.erasureRequested} /> : null}
    </>
  )
}
