import { administratorRole, type AdminAreaRole } from '../../domain/role.ts'
import { actDialogWords } from '#words/admin/acts.ts'
import { useVisitor } from '../client/page.tsx'

/** The role of the signed-in person in the admin area. */
export function useRole(): AdminAreaRole | null {
  return useVisitor().user?.role ?? null
}

/** Whether to offer what administrators alone may do. */
export function useIsAdministrator(): boolean {
  return useRole() === administratorRole
}

/** Names what the reader's role may not do; undefined for nothing. */
export const deniedNote = (acts: readonly string[]): string | undefined =>
  acts.length === 0 ? undefined : actDialogWords.administratorsOnly(acts)
