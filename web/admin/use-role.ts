import { administratorRole, type AdminAreaRole } from '../../domain/role.ts'
import { actDialogWords } from '#words/admin/acts.ts'
import { useVisitor } from '../client/page.tsx'

/** Returns the role of the signed-in person in the admin area. */
export function useRole(): AdminAreaRole | null {
  return useVisitor().user?.role ?? null
}

/** Returns whether to offer the actions that only administrators can take. */
export function useIsAdministrator(): boolean {
  return useRole() === administratorRole
}

/** Returns a sentence that names the actions which the viewer's role does not permit; undefined if there are none. */
export const deniedNote = (acts: readonly string[]): string | undefined =>
  acts.length === 0 ? undefined : actDialogWords.administratorsOnly(acts)
