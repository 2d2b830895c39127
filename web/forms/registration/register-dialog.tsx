import { useState } from 'react'
import type { PlanView } from '../../../domain/catalogue/plan.ts'
import { registerDialogWords } from '#words/shop/register-dialog.ts'
import { checkInboxWords } from '#words/shop/check-inbox.ts'
import { shopWords } from '#words/shop/shop.ts'
import { stateTitles } from '#words/titles.ts'
import { Title } from '../../client/page.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { CheckInboxDialog } from './check-inbox-dialog.tsx'
import { RegisterForm } from './register-form.tsx'

type Props = { plan: PlanView; email?: string; onClose: () => void }

/** Registers a buyer, then asks them to check their inbox. `email` is the address that they have already entered. */
export function RegisterDialog({ plan, email = '', onClose }: Props) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  if (sentTo !== null) {
    return (
      <>
        <Title>{stateTitles.checkInbox}</Title>
        <CheckInboxDialog email={sentTo} next={checkInboxWords.nextToBuy} />
      </>
    )
  }
  return (
    <>
      <Title>{stateTitles.registerToBuy}</Title>
      <Dialog open onClose={onClose} title={registerDialogWords.title} closeLabel={shopWords.close} width="page">
        <RegisterForm plan={plan} email={email} onSent={setSentTo} />
      </Dialog>
    </>
  )
}
