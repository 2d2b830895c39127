/** Declares what browsers and Node both have, because the types of neither are loaded here. */
declare function atob(base64: string): string
declare function btoa(binary: string): string
declare class URL {
  constructor(address: string)
  readonly hostname: string
}
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean })
  decode(bytes: Uint8Array): string
}
declare class TextEncoder {
  encode(text: string): Uint8Array
}
