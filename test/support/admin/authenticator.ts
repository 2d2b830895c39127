import { Secret, TOTP } from 'otpauth'
import type { PageForm } from '../http/visitor.ts'

/**
 * An authenticator app. Its codes are for the machine's time, and each is different, because none is accepted twice.
 */
export class TestAuthenticator {
  readonly #secret: string
  #last = 0

  constructor(secret: string) {
    this.#secret = secret
  }

  /** Creates an app that has read the key on the page where a second factor is set up. */
  static reading({ html }: Pick<PageForm, 'html'>): TestAuthenticator {
    const key = /<code class="anywhere">([A-Z2-7 ]+)<\/code>/.exec(html)?.[1]
    if (key === undefined) throw new Error(`no key on the page: ${html}`)
    return new TestAuthenticator(key.replaceAll(' ', ''))
  }

  /**
   * Returns a code that the server still accepts: of the previous period, this one, or the next. There are only three
   * within half a minute.
   */
  code(): string {
    const period = Math.floor(Date.now() / 30_000)
    this.#last = Math.max(this.#last + 1, period - 1)
    return new TOTP({ secret: Secret.fromBase32(this.#secret) }).generate({ timestamp: this.#last * 30_000 })
  }
}
