import { errors, type Adapter, type AdapterPayload } from 'oidc-provider'
import { seal, unseal } from '../secrets.ts'
import { tokenHash } from '../../platform/crypto/secrets.ts'
import type { IdentityDb } from '../database/tables.ts'

/** The sign-in page's result for the library: who signed in, in which generation of the account's sessions. */
export type AnsweredLogin = {
  accountId: string
  amr: string[]
  acr?: string
  ts: number
  remember: false
  generation: number
}

/** How long a completed sign-in form waits for the browser to continue. In seconds. */
const answeredLife = 60

/** Objects that are removed with their grant. */
const grantable = new Set(['AccessToken', 'AuthorizationCode', 'RefreshToken'])

export type ObjectStore = { db: IdentityDb; secrets: string[]; now: () => Date }

/**
 * Stores the library's sessions, codes, tokens and grants. Ids are stored hashed and objects sealed, so that a copy of
 * the table cannot be used to sign in. Lifetimes use the product's clock.
 */
export function objectAdapter(store: ObjectStore, kind: string): Adapter {
  const { db, secrets, now } = store
  const one = (id: string) =>
    db.selectFrom('identity_objects').where('kind', '=', kind).where('id_hash', '=', tokenHash(id))

  const open = (row: { sealed: string; consumed_at: Date | null } | undefined): AdapterPayload | undefined => {
    const text = row && unseal(secrets, 'objects', row.sealed)
    if (text === undefined) return undefined
    const payload = JSON.parse(text) as AdapterPayload
    return row?.consumed_at ? { ...payload, consumed: Math.floor(row.consumed_at.getTime() / 1000) } : payload
  }

  return {
    async upsert(id, payload, expiresIn) {
      // The browser follows the redirect of a sign-in form immediately, so its result expires soon.
      const answered = kind === 'Interaction' && payload.result?.login !== undefined
      const life = answered ? Math.min(expiresIn ?? answeredLife, answeredLife) : (expiresIn ?? 86_400)
      const row = {
        sealed: seal(secrets, 'objects', JSON.stringify(payload)),
        uid: kind === 'Session' ? (payload.uid ?? null) : null,
        grant_id: grantable.has(kind) ? (payload.grantId ?? null) : null,
        account_id: payload.result?.login?.accountId ?? payload.accountId ?? payload.session?.accountId ?? null,
        expires_at: new Date(now().getTime() + life * 1000),
      }
      await db
        .insertInto('identity_objects')
        .values({ kind, id_hash: tokenHash(id), consumed_at: null, ...row })
        .onConflict((conflict) => conflict.columns(['kind', 'id_hash']).doUpdateSet(row))
        .execute()
    },

    async find(id) {
      const found = await one(id)
        .leftJoin('identity_accounts', 'identity_accounts.id', 'account_id')
        .where('expires_at', '>', now())
        .select(['sealed', 'consumed_at', 'generation'])
        .executeTakeFirst()
      const payload = open(found)
      const login = payload?.result?.login as AnsweredLogin | undefined
      // The account's sessions were ended after the password check: the result is no longer valid.
      return login && login.generation !== found?.generation ? undefined : payload
    },

    async findByUid(uid) {
      const row = db.selectFrom('identity_objects').where('kind', '=', kind).where('uid', '=', uid)
      return open(await row.where('expires_at', '>', now()).select(['sealed', 'consumed_at']).executeTakeFirst())
    },

    // The device flow is disabled, so there are no user codes.
    findByUserCode: () => Promise.resolve(undefined),

    async consume(id) {
      const changed = await db
        .updateTable('identity_objects')
        .set({ consumed_at: now() })
        .where('kind', '=', kind)
        .where('id_hash', '=', tokenHash(id))
        .where('consumed_at', 'is', null)
        .executeTakeFirst()
      // Of two exchanges of a code at the same moment, one succeeds.
      if (changed.numUpdatedRows === 0n) throw new errors.InvalidGrant('already consumed')
    },

    async destroy(id) {
      await db.deleteFrom('identity_objects').where('kind', '=', kind).where('id_hash', '=', tokenHash(id)).execute()
    },

    async revokeByGrantId(grantId) {
      await db.deleteFrom('identity_objects').where('grant_id', '=', grantId).execute()
    },
  }
}
