import { isSelf } from '../../domain/account/self.ts'
import { administratorRole, type AdminAreaRole } from '../../domain/account/role.ts'
import { actsOf, deniedActsOf, type SubscriptionAct } from '../../domain/subscription/acts.ts'
import { actDialogWords, actWords } from '#words/admin/people/acts.ts'
import { useVisitor } from '../client/page.tsx'
import type { SubscriptionRow } from './acts/rows.ts'

/** Returns the role of the signed-in person in the admin area. */
function useRole(): AdminAreaRole | null {
  return useVisitor().user?.role ?? null
}

/** Returns whether to offer the actions that only administrators can take. */
export function useIsAdministrator(): boolean {
  return useRole() === administratorRole
}

/** Returns a sentence that names the actions which the viewer's role does not permit; undefined if there are none. */
export const deniedNote = (acts: readonly string[]): string | undefined =>
  acts.length === 0 ? undefined : actDialogWords.administratorsOnly(acts)

/** Returns a function that tells whether a person is the viewer, on whom the server refuses almost every act. */
export function useIsSelf(): (person: { id: string; email: string }) => boolean {
  const { user } = useVisitor()
  return (person) => user !== null && isSelf(user, person)
}

/**
 * Returns a function that gives the acts which the viewer can do to a subscription, in the order of the menus, and a
 * sentence about those that they cannot do; undefined if there are none.
 */
export function useActsOf(): (row: SubscriptionRow) => { acts: SubscriptionAct[]; note: string | undefined } {
  const role = useRole()
  const isOwn = useIsSelf()
  return (row) =>
    isOwn(row.subscriber)
      ? { acts: actsOf(row, role, true), note: actDialogWords.own }
      : { acts: actsOf(row, role), note: deniedNote(deniedActsOf(row, role).map((act) => actWords[act].action)) }
}
