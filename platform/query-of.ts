/** Returns the query parameters of a request's URL. A value may contain a question mark (RFC 3986, section 3.4). */
export const queryOf = (url: string): URLSearchParams => new URLSearchParams(url.split('?').slice(1).join('?'))
