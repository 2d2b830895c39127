import { useState } from 'react'
import { detailsWords } from '#words/admin/people/user.ts'
import { barOf } from '../../../domain/subscription/situation.ts'
import { actDialogWords } from '#words/admin/people/acts.ts'
import { reviewWords } from '#words/admin/screening/reviews.ts'
import { personWords as t } from '#words/admin/people/person.ts'
import { call } from '../../client/api.ts'
import { Button } from '../../ui/button.tsx'
import { ContextMenu } from '../../ui/overlays/context-menu.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { AdminSubscriber } from '../admin-call.ts'
import { deniedNote, useIsAdministrator, useIsSelf } from '../use-role.ts'
import { ConfirmDialog } from './dialogs/confirm-dialog.tsx'
import { DetailsDialog } from './dialogs/details-dialog.tsx'
import { EmailDialog } from './dialogs/email-dialog.tsx'
import { EraseDialog } from './dialogs/erase-dialog.tsx'
import { WithdrawDialog } from './dialogs/withdraw-dialog.tsx'
import { GrantDialog } from './dialogs/grant-dialog.tsx'

/** Acts on a person rather than on a subscription. */
export type PersonMenuAct =
  | 'activation'
  | 'password'
  | 'details'
  | 'email'
  | 'grant'
  | 'withdraw'
  | 'signOut'
  | 'forget'

const signOutWords = { ...detailsWords.signOut, confirm: detailsWords.signOut.action }

/** Returns the acts that are possible for a person, in the menu's order. */
function actsFor(person: AdminSubscriber, isAdministrator: boolean): PersonMenuAct[] {
  const { emailVerified, dplStatus, approved } = person
  const refused = dplStatus === 'FAIL'
  return [
    ...(emailVerified ? (['password'] as const) : (['activation'] as const)),
    ...(refused ? [] : (['details'] as const)),
    ...((emailVerified ? isAdministrator : !refused) ? (['email'] as const) : []),
    ...(barOf(person) === null ? (['grant'] as const) : []),
    ...(approved ? (['withdraw'] as const) : []),
    'signOut',
  ]
}

/** Returns those of the acts that only administrators may perform. */
const administratorActsFor = (person: AdminSubscriber): PersonMenuAct[] => [
  ...actsFor(person, true).filter((act) => !actsFor(person, false).includes(act)),
  'forget',
]

function labelOf(act: PersonMenuAct, { emailVerified }: AdminSubscriber): string {
  if (act === 'signOut' || act === 'forget') return detailsWords[act].button
  if (act === 'email' && !emailVerified) return t.correctEmail.button
  return act === 'withdraw' ? reviewWords.withdraw.button : t[act].button
}

/** Renders the buttons of the page's header. */
export function PersonActs({ person, begin }: { person: AdminSubscriber; begin: (act: PersonMenuAct) => void }) {
  const [menuAt, setMenuAt] = useState<{ left: number; top: number } | null>(null)
  const isAdministrator = useIsAdministrator()
  // The server refuses each of these acts on oneself.
  if (useIsSelf()(person)) return <p className="small soft">{actDialogWords.own}</p>
  return (
    <div className="cluster">
      <button
        type="button"
        className="button button--quiet button--small"
        aria-haspopup="menu"
        aria-expanded={menuAt !== null}
        onClick={({ currentTarget }) => {
          const { left, bottom } = currentTarget.getBoundingClientRect()
          setMenuAt({ left, top: bottom + 4 })
        }}
      >
        {t.moreActions}
        <Icon name="chevron-down" />
      </button>
      {isAdministrator ? (
        <Button variant="quiet" size="small" onClick={() => begin('forget')}>
          {detailsWords.forget.button}
        </Button>
      ) : null}
      {menuAt ? (
        <ContextMenu
          label={t.moreActions}
          at={menuAt}
          items={actsFor(person, isAdministrator).map((act) => ({
            label: labelOf(act, person),
            onSelect: () => begin(act),
          }))}
          note={
            isAdministrator ? undefined : deniedNote(administratorActsFor(person).map((act) => labelOf(act, person)))
          }
          onClose={() => setMenuAt(null)}
        />
      ) : null}
    </div>
  )
}

/** Renders the dialog of an act on a person. Mounted while the dialog is open. */
export function PersonActDialog({
  act,
  person,
  onClose,
}: {
  act: PersonMenuAct
  person: AdminSubscriber
  onClose: () => void
}) {
  const input = { path: { id: person.id }, body: {} }
  switch (act) {
    case 'activation':
      return (
        <ConfirmDialog
          words={t.activation}
          text={t.activation.text(person.email)}
          act={() => call('POST /api/v1/subscribers/{id}/activation', input)}
          onClose={onClose}
        />
      )
    case 'password':
      return (
        <ConfirmDialog
          words={t.password}
          text={t.password.text(person.email)}
          act={() => call('POST /api/v1/subscribers/{id}/password-link', input)}
          onClose={onClose}
        />
      )
    case 'signOut':
      return (
        <ConfirmDialog
          words={signOutWords}
          text={detailsWords.signOut.lead}
          act={() => call('POST /api/v1/subscribers/{id}/sign-out', input)}
          onClose={onClose}
        />
      )
    case 'details':
      return <DetailsDialog person={person} onClose={onClose} />
    case 'email':
      return <EmailDialog person={person} onClose={onClose} />
    case 'grant':
      return <GrantDialog person={person} onClose={onClose} />
    case 'withdraw':
      return <WithdrawDialog person={person} onClose={onClose} />
    case 'forget':
      return <EraseDialog person={person} onClose={onClose} />
  }
}
