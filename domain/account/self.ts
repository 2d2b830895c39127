/**
 * Whether someone acts on themselves: on the subscriber of their account, or on one with their email address. The
 * server, which decides, compares the addresses' mailboxes (`emailKey`); the browser compares them as written.
 */
export function isSelf(caller: { id: string | null; email: string }, person: { id: string; email: string }): boolean {
  return person.id === caller.id || person.email.toLowerCase() === caller.email.toLowerCase()
}
