import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

type Page = { text: string }
type Quirks = {
  /** The site on which the browser was, and the one for which the authenticator signed. */
  origin?: string
  rpId?: string
  verified?: boolean
  counter?: number
  challenge?: string
}

/** An authenticator with one key (ES256), without a browser: it signs what it receives. */
export class TestPasskey {
  readonly #key: KeyObject
  readonly #coordinates: Buffer[]
  readonly id = randomBytes(16).toString('base64url')
  counter = 0

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#key = privateKey
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    this.#coordinates = [x, y].map((one) => Buffer.from(one, 'base64url'))
  }

  /** Returns the response to a page that sets up a passkey, as the browser's JSON. */
  create(page: Page, origin: string, quirks: Quirks = {}): string {
    const { challenge, rp } = optionsOn(page) as { challenge: string; rp: { id: string } }
    const [x = Buffer.alloc(32), y = Buffer.alloc(32)] = this.#coordinates
    // A COSE key (RFC 9053): EC2, ES256, P-256.
    const key = Buffer.concat([hex('a5010203262001215820'), x, hex('225820'), y])
    const id = Buffer.from(this.id, 'base64url')
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
    const authData = Buffer.concat([this.#authenticatorData(rp.id, 0x40, quirks), credential])
    // { fmt: 'none', attStmt: {}, authData } in CBOR.
    const start = hex('a363666d74646e6f6e656761747453746d74a068617574684461746158')
    const attestationObject = Buffer.concat([start, Buffer.from([authData.length]), authData])
    return this.#answer(client('webauthn.create', challenge, origin, quirks), {
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    })
  }

  /** Returns the response to a page that asks for a passkey. */
  use(page: Page, origin: string, quirks: Quirks = {}): string {
    const { challenge, rpId } = optionsOn(page) as { challenge: string; rpId: string }
    const clientData = client('webauthn.get', challenge, origin, quirks)
    const authenticatorData = this.#authenticatorData(rpId, 0, quirks)
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()])
    return this.#answer(clientData, {
      authenticatorData: authenticatorData.toString('base64url'),
      signature: sign('sha256', signed, this.#key).toString('base64url'),
    })
  }

  #authenticatorData(rpId: string, flags: number, { rpId: other, verified = true, counter }: Quirks): Buffer {
    this.counter = counter ?? this.counter + 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(this.counter)
    const present = 1 | (verified ? 4 : 0)
    const site = createHash('sha256')
      .update(other ?? rpId)
      .digest()
    return Buffer.concat([site, Buffer.from([flags | present]), count])
  }

  #answer(clientData: Buffer, response: object): string {
    const clientDataJSON = clientData.toString('base64url')
    const { id } = this
    return JSON.stringify({
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, ...response },
    })
  }
}

const hex = (text: string) => Buffer.from(text, 'hex')

const client = (type: string, challenge: string, origin: string, quirks: Quirks) =>
  Buffer.from(JSON.stringify({ type, challenge: quirks.challenge ?? challenge, origin: quirks.origin ?? origin }))

/** Returns the options that the page passes to the browser. */
export function optionsOn({ text }: Page): object {
  const options = /data-options="([^"]*)"/.exec(text)?.[1]
  if (options === undefined) throw new Error(`no passkey on the page: ${text}`)
  return JSON.parse(options.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')) as object
}
