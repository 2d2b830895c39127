import { administratorRole, supportRole } from '../../../domain/account/role.ts'
import { giveRole, recordRole, takeRole } from '../../actions/accounts/team.ts'
import { sentenceOf } from '../../../domain/registration/field-faults.ts'
import { emailRules } from '../../../domain/person/field-rules.ts'
import { useTexts, wordsIn } from '../../../i18n/server-words.ts'
import { createSandboxClock } from '../../../sandbox/clock.ts'
import { openBuiltInIdentityProvider } from '../identity/built-in-identity-provider.ts'
import { readOperatorFiles } from '../../operator-files.ts'
import { openCurrentBrand } from '../current-brand.ts'
import { startClock } from '../process/clock.ts'
import type { Config } from '../config/config.ts'
import { openBesideShop } from '../open-database.ts'
import { createRateLimits } from '../../http/session/rate-limits.ts'
import { createSealing } from '../../../platform/crypto/sealing.ts'
import { deriveKeys, keptSecret } from '../../../platform/crypto/secrets.ts'
import { latestMoment } from '../../store/clock.ts'
import { createTransact } from '../../store/transact.ts'
import { readVendorTexts } from '../../vendor-texts.ts'
import { readArguments, runCommand } from './run-command.ts'

export const adminsUsage = `Lists, adds and removes administrators and support agents at the built-in identity provider, and resets second factors:
  npm run administrators -- list
  npm run administrators -- add jane@example.com
  npm run administrators -- add jane@example.com --support
  npm run administrators -- remove jane@example.com
  npm run administrators -- reset-factors jane@example.com`

const silent = () => undefined
/** The author in the audit. */
const by = 'operator'

/**
 * The operator's command for roles, with the shop's own settings, whether the shop runs or not. Its changes apply from
 * the next request on. Rejects with an error whose message can be shown.
 */
export async function administer(args: readonly string[], config: Config, say: (line: string) => void): Promise<void> {
  if (args.length === 0) return say(adminsUsage)
  const { values, words } = readArguments(args, adminsUsage, { support: { type: 'boolean' } }, 2)
  const [command = '', email = ''] = words
  const role = values.support ? supportRole : administratorRole
  const understood =
    command === 'list' ? email === '' : ['add', 'remove', 'reset-factors'].includes(command) && email !== ''
  if (!understood || (role === supportRole && command !== 'add')) throw new Error(adminsUsage)
  if (config.oidc)
    throw new Error(
      'Another identity provider is configured: grant and revoke the role there, or name subjects in ADMIN_SUBJECTS.',
    )
  const problem = command === 'add' ? emailRules.rules.find((rule) => rule.broken(email, {})) : undefined
  if (problem) throw new Error(`${sentenceOf(problem.fault, wordsIn('en').fields)}: ${email}`)

  const { db, close } = await openBesideShop(config, say)
  try {
    const { brand: file } = await readOperatorFiles(config)
    const { brand, frame } = await openCurrentBrand({ db, file, publicUrl: config.publicUrl, warn: silent })
    useTexts(await readVendorTexts(config.textsFolder))
    const now = await startClock(config, await latestMoment(db), createSandboxClock, silent)
    const secrets = config.secrets ?? [await keptSecret(config.dataDir)]
    const identityProvider = await openBuiltInIdentityProvider({
      config,
      db,
      secrets,
      // This command signs no one in.
      clientSecret: 'none',
      now,
      allow: createRateLimits(db, now, config.rateLimitFactor),
      frame,
      shell: (lang) => ({ brandName: brand().name, logo: brand().logo, lang, stylesheets: [] }),
      // It also chooses no password.
      names: () => [],
      // The running shop finds queued jobs itself.
      transact: createTransact(db, silent),
      sealing: createSealing(deriveKeys(secrets, 'sealed')),
      warn: silent,
    })
    const configured = config.admin?.email.toLowerCase() === email.toLowerCase()
    if (command === 'list') {
      const all = await identityProvider.administrators(db)
      for (const { email: address, activated, role: has } of all) {
        const notes = [
          ...(has === supportRole ? ['support'] : []),
          ...(activated ? [] : ['invited, not activated yet']),
        ]
        say(notes.length === 0 ? address : `${address} (${notes.join(', ')})`)
      }
      if (all.length === 0) say('There are no administrators.')
    } else if (command === 'add') {
      const named = role === supportRole ? 'a support agent' : 'an administrator'
      // The command has no language setting.
      const person = { by, now: now(), email, role, language: 'en' } as const
      const outcome = await db.transaction().execute((trx) => giveRole(trx, identityProvider, person))
      const sentences = {
        given: `${email} is ${named} now.`,
        invited: `${email} has no active account. An activation email will be sent; following it makes this person ${named}.`,
        unsent: `${email} has no active account and has reached its email limit. The link in the last activation email makes this person ${named}.`,
      }
      say(sentences[outcome])
    } else if (command === 'reset-factors') {
      const subject = await db.transaction().execute(async (trx) => {
        const reset = await identityProvider.resetFactors(trx, email)
        await recordRole(trx, identityProvider.issuer, { act: 'reset-factors', subject: reset, email }, by, now())
        return reset
      })
      if (subject === undefined) throw new Error(`${email} has no second factor.`)
      say(`${email} is signed out and sets up a second factor at the next sign-in.`)
    } else {
      const taken = await db.transaction().execute((trx) => takeRole(trx, identityProvider, { by, now: now(), email }))
      if (taken) say(`${email} no longer has a role.`)
      if (configured)
        say('ADMIN_EMAIL is set to this address, so the next start grants the role again. Change ADMIN_EMAIL as well.')
      const all = await identityProvider.administrators(db)
      const left = all.filter(({ activated, role: has }) => activated && has === administratorRole)
      if (left.length === 0)
        say('There are no administrators now. The next start creates one and prints a link for them.')
      if (!taken) throw new Error(`${email} had no role.`)
    }
  } finally {
    await close()
  }
}

if (import.meta.main) await runCommand(adminsUsage, administer)
