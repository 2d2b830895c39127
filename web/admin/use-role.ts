import { administratorRole, type AdminAreaRole } from '../../domain/role.ts'
import { useVisitor } from '../client/page.tsx'

/** The role of whoever looks in the admin area. */
export function useRole(): AdminAreaRole | null {
  return useVisitor().user?.role ?? null
}

/** Whether to offer what administrators alone may do. */
export function useIsAdministrator(): boolean {
  return useRole() === administratorRole
}
