/** When and how somebody signed in at the issuer, as far as its ID token says so (https://openid.net/specs/openid-connect-core-1_0.html#IDToken). */
export type Authentication = { authTime: Date | null; acr: string | null; amr: string[] }
