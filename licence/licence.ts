import type { DeviceRef, DeviceView } from '../domain/account/device.ts'
import type { FastifyError, FastifyInstance } from 'fastify'
import type { LicenceAlgorithm } from '../domain/catalogue/licence-terms.ts'
import { deriveKeys } from '../platform/crypto/secrets.ts'
import type { Transaction } from 'kysely'
import type { LicenceContext, LicenceOptions, PagePorts } from './context.ts'
import type { LicenceTrx } from './database/tables.ts'
import { createKeyring } from './keys/keyring.ts'
import { prepareKeys } from './keys/key-rows.ts'
import { OAuthError } from './oauth-error.ts'
import { addAuthorizeRoute } from './routes/authorize.ts'
import { addClientChecks, removeOldChecks } from './routes/client-checks.ts'
import { addDevicePage } from './pages/device-page.ts'
import { addEndPage } from './pages/end-page.ts'
import { addProgramRoutes, deviceCodeGrantType } from './routes/program-routes.ts'
import { giveFile, type FileOutcome } from './file/give-file.ts'
import { addFilePage } from './pages/file-page.ts'
import { release, releaseIn, releaseUnseen } from './release.ts'
import { devicesOf, runsUntil } from './store/devices.ts'
import { removeOldGrants } from './store/grants.ts'

export type Licence<T> = {
  /** A person's devices, the newest first. */
  devicesOf(subscriberId: string): Promise<DeviceView[]>
  /** The devices in a copy of a person's data. */
  exportOf(subscriberId: string): Promise<Omit<DeviceView, 'id' | 'signedOutBy'>[]>
  /** Signs out a person's device, or all if `id` is null. Returns those that were signed in. */
  signOut(subscriberId: string, id: string | null, by: 'owner'): Promise<DeviceRef[]>
  /** Like `signOut`, for support, in the caller's transaction. */
  signOutIn(db: Transaction<T>, subscriberId: string, id: string, by: 'support'): Promise<DeviceRef[]>
  /** Returns the licence file that a computer without a network requests, for a person and their network address. */
  giveFile(subscriberId: string, request: string, network: string): Promise<FileOutcome>
  addRoutes(app: FastifyInstance, ports: PagePorts): Promise<void>
  /** Removes expired requests, and signs out devices that were not seen for long. */
  cleanUp(now: Date): Promise<void>
}

/**
 * Signing in on the computer. Requires that its tables exist. Rejects with one sentence if no secret opens its keys.
 */
export async function createLicence<T>(options: LicenceOptions<T>): Promise<Licence<T>> {
  const context = await open(options)
  return {
    async addRoutes(app, ports) {
      await app.register(async (scope) => {
        scope.setErrorHandler((error: FastifyError, _request, reply) => {
          if (!(error instanceof OAuthError)) throw error
          const { code, status, message, more } = error
          if (status === 401) void reply.header('www-authenticate', `DPoP error="${code}", algs="ES256"`)
          return reply
            .code(status)
            .header('cache-control', 'no-store')
            .send({ error: code, error_description: message, ...more })
        })
        // A repeated parameter must be detected (RFC 6749 §3.1).
        scope.removeContentTypeParser('application/x-www-form-urlencoded')
        scope.addContentTypeParser(
          'application/x-www-form-urlencoded',
          { parseAs: 'string' },
          (_request, body, done) => {
            done(null, new URLSearchParams(String(body)))
          },
        )
        scope.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, done) =>
          done(null, body),
        )
        addMetadata(scope, context)
        addProgramRoutes(scope, context, ports.addressOf)
        addAuthorizeRoute(scope, context, ports)
        addDevicePage(scope, context, ports)
        addEndPage(scope, context, ports)
        addFilePage(scope, context, ports)
        addClientChecks(scope, context, ports)
      })
    },
    devicesOf: (subscriberId) => viewsOf(context, subscriberId),
    exportOf: async (subscriberId) =>
      (await viewsOf(context, subscriberId)).map((view) => {
        const { product, name, system, version, approved, lastSeen, leaseUntil, signedOut } = view
        return { product, name, system, version, approved, lastSeen, leaseUntil, signedOut }
      }),
    giveFile: (subscriberId, request, network) => giveFile(context, subscriberId, request, network),
    signOut: (subscriberId, id, by) => release(context, id === null ? {} : { id }, subscriberId, by),
    signOutIn: (db, subscriberId, id, by) => releaseIn(db as unknown as LicenceTrx, context, { id }, subscriberId, by),
    async cleanUp(now) {
      await removeOldGrants(context.db, now)
      await removeOldChecks(context, now)
      await releaseUnseen(context, now)
    },
  }
}

async function viewsOf({ db }: LicenceContext, subscriberId: string): Promise<DeviceView[]> {
  const devices = await devicesOf(db, subscriberId)
  return devices.map((device) => ({
    id: device.id,
    product: device.product,
    name: device.name,
    system: device.system,
    version: device.version,
    approved: device.approved_at,
    lastSeen: device.seen_at,
    leaseUntil: runsUntil(device),
    signedOut: device.released_at,
    signedOutBy: device.released_by,
  }))
}

async function open<T>(options: LicenceOptions<T>): Promise<LicenceContext> {
  // These are the shop's options, typed here with the tables of licences.
  const own = options as unknown as Omit<LicenceContext, 'products'> & Pick<LicenceOptions<T>, 'products'>
  const { db, secrets, now, publicUrl, isSandbox } = own
  const products = new Map(own.products.map((product) => [product.key, product]))
  const issuer = `${publicUrl}/licence`
  const algorithms = new Set<LicenceAlgorithm>(own.products.map(({ terms }) => terms.algorithm))
  await prepareKeys(db, secrets, algorithms, issuer, now())
  return {
    ...own,
    products,
    issuer,
    keyring: createKeyring(db, secrets, isSandbox, now),
    refreshKeys: deriveKeys(secrets, 'licence refresh tokens'),
    accessKeys: deriveKeys(secrets, 'licence access tokens'),
    nonceKeys: deriveKeys(secrets, 'licence nonces'),
    endKeys: deriveKeys(secrets, 'licence end of devices'),
  }
}

/** RFC 8414 §3: the path of the issuer follows the well-known path. */
function addMetadata(app: FastifyInstance, { issuer, keyring }: LicenceContext): void {
  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    device_authorization_endpoint: `${issuer}/device_authorization`,
    token_endpoint: `${issuer}/token`,
    revocation_endpoint: `${issuer}/revoke`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token', deviceCodeGrantType],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    dpop_signing_alg_values_supported: ['ES256'],
    authorization_response_iss_parameter_supported: true,
    scopes_supported: ['licence'],
  }
  app.get('/.well-known/oauth-authorization-server/licence', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').send(metadata),
  )
  app.get('/licence/keys', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').send(await keyring.published()),
  )
}
