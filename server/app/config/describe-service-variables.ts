import { group } from './variable-group.ts'

/** The variables of products, of the services they need, of screening, and of evaluation. */
export const serviceVariables = [
  group({
    title: 'Products and brand',
    variables: {
      CATALOGUE: {
        fallback: './brand/catalogue.json',
        meaning: 'JSON file with your products, plans, prices and denied countries.',
        example: './brand/catalogue.json',
      },
      BRAND: {
        fallback: './brand/brand.json',
        meaning: 'JSON file with your name, colours, support address and legal documents.',
        example: './brand/brand.json',
      },
      BRAND_TEXTS: {
        fallback: 'none: the texts of the product',
        meaning:
          'Folder with `en.json` and `de.json`, whose sentences replace those of pages and emails, and files that add further languages.',
        example: './brand/texts',
      },
      DEFAULT_COUNTRY: {
        fallback: 'US',
        meaning:
          'Two-letter code of the country that forms preselect, unless the visitor’s browser states its region or time zone.',
        example: 'US',
      },
      TSS_URL: {
        fallback: 'PUBLIC_URL',
        meaning: 'The server that your desktop client uses.',
        example: 'https://licences.example.com',
      },
      INSTALLER_CDN_KEY: {
        fallback: 'none: URLs of installers on a CDN are used unchanged',
        meaning: 'Signs the URLs of installers on a CDN. At least 32 characters.',
      },
    },
  }),
  group({
    title: 'Email',
    note: 'Set both or neither. Without them email stays in the sandbox inbox at /sandbox/mail.',
    variables: {
      SMTP_URL: {
        fallback: 'the sandbox inbox',
        meaning: 'Your mail server. Percent-encode special characters in user and password.',
        example: 'smtp://user:password@smtp.example.com:587',
      },
      MAIL_FROM: {
        fallback: 'none',
        meaning: 'The sender of every email.',
        example: 'Parallax Analytics <shop@example.com>',
      },
    },
  }),
  group({
    title: 'Payments',
    note: 'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET together or not at all. Without them the sandbox simulates payments.',
    variables: {
      STRIPE_SECRET_KEY: {
        fallback: 'the simulator of the sandbox',
        meaning:
          'Secret or restricted key (sk_…, rk_…) of your Stripe account: a live key in production, a test key elsewhere.',
        example: 'sk_live_',
      },
      STRIPE_WEBHOOK_SECRET: {
        fallback: 'none',
        meaning:
          'Signing secrets of the webhook endpoint, separated by commas, newest first. List several while you rotate it.',
        example: 'whsec_',
      },
      STRIPE_API_BASE: {
        fallback: 'the API of Stripe',
        meaning:
          'Another URL for the API, without a path: a proxy or a mock. On loopback any key and secret are accepted, and production requires STRIPE_TEST_MODE=allow or, with the built-in identity provider, SANDBOX=allow.',
        example: 'https://stripe-proxy.example.com',
      },
      STRIPE_AUTOMATIC_TAX: {
        fallback: 'off',
        meaning: '"on": Stripe calculates tax, adds it to the prices and asks for tax IDs.',
        example: 'on',
      },
      STRIPE_PROMOTION_CODES: {
        fallback: 'off',
        meaning: '"on": customers can enter promotion codes on the payment page.',
        example: 'on',
      },
      STRIPE_TEST_MODE: {
        fallback: 'none',
        meaning: '"allow": a test key is accepted in production, and every page states that payments are not real.',
        example: 'allow',
      },
    },
  }),
  group({
    title: 'Screening',
    variables: {
      SCREENING_DIR: {
        fallback: 'a sample of fictional names while a part of the sandbox is on; otherwise required',
        meaning: 'Folder with the official denied-party lists.',
        example: '/srv/lists',
      },
      SCREENING: {
        fallback: 'on',
        meaning:
          '"off": names are not compared with any list, and every record says so. Countries and email domains are still checked.',
        example: 'off',
      },
      SCREENING_FETCH: {
        fallback: 'none: you copy the files',
        meaning:
          '"daily" downloads the lists into SCREENING_DIR, which must be writable, at each start and once a day.',
        example: 'daily',
      },
      SCREENING_SOURCES: {
        fallback: 'the publishers',
        meaning: 'URL of a mirror from which the lists are downloaded.',
        example: 'https://mirror.example.com/lists/',
      },
      SCREENING_HOLD: {
        fallback: '0.82',
        meaning: 'Name similarity, from 0 to 1, from which a person is put on hold.',
        example: '0.82',
      },
      SCREENING_LOOK: {
        fallback: '0.72',
        meaning: 'Name similarity, from 0 to 1, from which a person is flagged for review.',
        example: '0.72',
      },
      SCREENING_LOOK_HOLDS: {
        fallback: 'on in production, otherwise off',
        meaning:
          '"on": people flagged for review because of their name are on hold until they are reviewed. "off": they can continue in the meantime.',
        example: 'on',
      },
      SCREENING_SETTLE: {
        fallback: '2',
        meaning: 'Seconds that a list file must be unchanged before it is read.',
        example: '2',
      },
      REVIEW_TWO: {
        fallback: 'off',
        meaning:
          '"on": two administrators have to approve a person who matches a list, is in a denied country or a sanctioned region, could not be compared, or was refused.',
        example: 'on',
      },
    },
  }),
  group({
    title: 'Mode and evaluation',
    variables: {
      NODE_ENV: {
        fallback: 'none',
        meaning:
          '"production", "development" or "test". "production" refuses the sandbox, and unencrypted connections to other machines.',
        example: 'production',
      },
      SANDBOX: {
        fallback: 'none',
        meaning:
          '"allow" permits the sandbox in production and with a PUBLIC_URL that is not on loopback. For demonstrations only.',
        example: 'allow',
      },
      CLOCK_START: {
        fallback: 'now',
        meaning:
          'Time at which the clock of the sandbox starts. Needs the built-in identity provider, and simulated payments or STRIPE_API_BASE on loopback.',
        example: '2027-06-01T00:00:00Z',
      },
      RATE_LIMIT_FACTOR: {
        fallback: '1',
        meaning: 'Multiplier of all rate limits, for tests. Refused unless a part of the sandbox is on.',
        example: '1',
      },
    },
  }),
] as const
