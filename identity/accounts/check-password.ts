import { emailKey } from '../../platform/email-key.ts'
import type { IdentityContext, IdentityLimit } from '../context.ts'
import type { Visit } from '../http.ts'
import type { Account } from './accounts.ts'
import { knownBrowser } from './known-browser.ts'
import { isPassword } from './passwords.ts'

/**
 * Whether a password is that of the account at an address, or the limit of wrong ones that is exceeded. An attempt
 * beyond one limit counts against no other: a locked account must not lock its whole network. Takes as long for an
 * unknown address as for a wrong password.
 */
export async function checkPassword(
  context: IdentityContext,
  from: Pick<Visit, 'cookies' | 'clientAddress'>,
  { email, account }: { email: string; account: Account | undefined },
  password: string,
): Promise<boolean | { limitedBy: IdentityLimit }> {
  const counted: Budget[] = []
  const revert = async () => {
    for (const [limit, key] of counted) await context.uncount(limit, key)
  }
  // Counted beforehand, so that concurrent attempts all count.
  for (const budget of budgetsOf(context, from, email, account)) {
    const [limit, key] = budget
    if (!(await context.allow(limit, key, context.db))) {
      await revert()
      return { limitedBy: limit }
    }
    counted.push(budget)
  }
  const hashed = account?.activated_at ? account.password_hash : null
  const matches = await isPassword(hashed ?? context.decoyHash, password)
  const right = matches && hashed !== null
  if (right) await revert()
  return right
}

type Budget = [limit: IdentityLimit, key: string]

/** The budgets of wrong passwords: the network's, and this browser's if the account knows it, otherwise the account's. */
function budgetsOf(
  context: IdentityContext,
  { cookies, clientAddress }: Pick<Visit, 'cookies' | 'clientAddress'>,
  email: string,
  account: Account | undefined,
): Budget[] {
  const browser = account && knownBrowser(context, cookies, account.id)
  return [
    ['signInPerAddress', clientAddress],
    browser === undefined ? ['signInPerAccount', emailKey(email)] : ['signInPerBrowser', browser],
  ]
}
