/** The folders of the product's sources, beside `packages`. What runs on the server comes before the screens. */
export const productFolders = [
  'domain',
  'contract',
  'i18n',
  'platform',
  'server',
  'identity',
  'licence',
  'connect',
  'sandbox',
  'web',
]
