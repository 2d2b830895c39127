import type { User } from '../../contract/screens.ts'
import { draftPrefix } from './sign-out.ts'

/** Returns the name under which this tab stores what a signed-in person enters into a form; signing out discards it. */
export const draftName = (user: User | null, form: string) => `${draftPrefix}${user?.id ?? ''} ${form}`
