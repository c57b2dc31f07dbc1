import type { Environment } from '#server/environment.ts';

/** A heading of docs/configuration.md, a sentence below it, and what each variable is for. */
type Group = { title: string; about?: string; variables: Partial<Record<keyof Environment, string>> };

/** Defaults that are not a fixed value, in words. */
export const defaults: Partial<Record<keyof Environment, string>> = {
  DATABASE_URL: 'the PostgreSQL that comes with the product',
  DATABASE_DIRECT_URL: '`DATABASE_URL`',
  SESSION_SECRET: 'made once in `DATA_DIR`',
  ADMIN_USERNAME: '`admin`',
  ADMIN_PASSWORD: 'random, printed once',
  SAMPLE_CONTENT: '`on` for a new embedded database outside production',
  SMTP_URL: '`.eml` files in `DATA_DIR/mail`',
  VAPID_PRIVATE_KEY: 'made once and stored encrypted',
  S3_BUCKET: 'files in `DATA_DIR/files`',
  PIX_KEY: 'a marked example outside production',
  PIX_MERCHANT_NAME: 'the name of the school',
  SCHOOL_NAME: '`Alvorada`',
  HOLIDAY_CARNIVAL: '`off`',
  HOLIDAY_CORPUS_CHRISTI: '`off`',
  SECOND_FACTOR: '`optional`',
  METRICS_TOKEN: 'no metrics',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'no traces',
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'no traces',
};

const anotherFile = 'It may be `file:/path`; a replaced file needs no restart.';

export const groups: Group[] = [
  {
    title: 'Address and mode',
    variables: {
      NODE_ENV:
        '`production` switches the example school off and makes secrets mandatory; `test` is for the test suite.',
      PUBLIC_URL:
        'The address that people open, such as `https://school.example`. It decides the names of cookies, HSTS, the links in e-mails and the host that passkeys belong to. Required in production.',
      PORT: 'Where to listen.',
      HOST: '`0.0.0.0` listens on all addresses.',
      TRUST_PROXY: '`on` behind a reverse proxy that sets `X-Forwarded-*`.',
    },
  },
  {
    title: 'Data',
    variables: {
      DATA_DIR: 'The embedded database, files, and mails without SMTP.',
      DATABASE_URL:
        'A PostgreSQL ≥ 15 outside. With replicas all of its hosts: `postgres://user:password@host1:5432,host2:5432/db?target_session_attrs=read-write`; every connection goes to the one that takes writes ([242](decisions/242-several-hosts-one-primary.md)).',
      DATABASE_DIRECT_URL:
        'Bypasses a transaction pooler, for listeners, locks and migrations. Several hosts as above.',
      DATABASE_REPLICA_URL:
        'A streaming replica that answers reports, statistics, search, rankings and exports; never what a person has just written.',
      DATABASE_POOL: 'Database connections per process for requests. Six more are for jobs and listeners.',
      SESSION_SECRET: 'At least 32 characters. Required in production with `DATABASE_URL`.',
      S3_BUCKET: 'Stores files in a bucket.',
      S3_ENDPOINT: "The address of a store that is not Amazon's.",
      S3_REGION: 'The region of the bucket.',
      S3_ACCESS_KEY_ID: "A key, unless the machine's role opens the bucket.",
      S3_SECRET_ACCESS_KEY: 'The secret of that key.',
    },
  },
  {
    title: 'First start',
    about: 'Used only while there is no administrator, no offer and no content.',
    variables: {
      ADMIN_USERNAME: 'The first administrator.',
      ADMIN_PASSWORD: 'Their password, at least 6 characters.',
      ADMIN_EMAIL: 'Their e-mail address.',
      SAMPLE_CONTENT: 'Whether the example school is loaded: `on` or `off`.',
      PRICE_CENTS: "The default offer's price. Afterwards administrators change the offer.",
    },
  },
  {
    title: 'E-mail and push',
    variables: {
      SMTP_URL: 'The mail server, such as `smtp://user:password@host:587`.',
      MAIL_FROM: 'The sender, such as `Alvorada <nao-responda@school.example>`. Required with `SMTP_URL`.',
      PUSH_SERVICES:
        'The push services that devices of students may be reached at; `off` sends nothing to devices ([254](decisions/254-push.md)).',
      VAPID_PRIVATE_KEY:
        'Identifies the school to push services, 32 bytes in base64url. With several, the first is for new devices, and the others stay for devices bound to them.',
    },
  },
  {
    title: 'The school',
    about:
      'Settings that administrators change at `/admin/settings`. A variable that is set wins and is shown there as fixed ([155](decisions/155-settings.md)).',
    variables: {
      SCHOOL_NAME: 'The name of the school.',
      SCHOOL_SLOGAN: 'Its slogan.',
      SUPPORT_EMAIL: 'Where people find help. Required in production.',
      WHATSAPP_NUMBER: 'Digits with country code.',
      COMPANY_ID: 'The number of the company, shown in the footer.',
      SOCIAL_INSTAGRAM: 'Its page there.',
      SOCIAL_FACEBOOK: 'Its page there.',
      SOCIAL_YOUTUBE: 'Its channel there.',
      HOLIDAY_CARNIVAL:
        '`on`: working days (the answer to a proof, a refund) skip carnival. National holidays are always skipped.',
      HOLIDAY_CORPUS_CHRISTI: '`on`: working days skip Corpus Christi.',
      SECOND_FACTOR: '`required-for-admins`: administrators sign in with password and code only.',
    },
  },
  {
    title: 'Payments',
    about:
      'Without a provider, students pay by a static PIX code and send a proof. [operations.md](operations.md#pix-provider) has the steps for a provider. Neither provider was tried against a live service.',
    variables: {
      PIX_KEY: 'The key that is paid. Required in production.',
      PIX_MERCHANT_NAME: 'The name in the PIX code. Required in production.',
      PIX_MERCHANT_CITY: 'The city in the PIX code. Required in production.',
      PIX_PROVIDER:
        "Confirms payments by itself. `api-pix`: your bank, by the central bank's API Pix ([151](decisions/151-providers-that-confirm.md)). `asaas`: Asaas, with card and slip besides PIX ([188](decisions/188-asaas.md)).",
      PIX_API_URL: "The provider's address. With `asaas`: `https://api.asaas.com/v3`.",
      PIX_API_TOKEN_URL: "With `api-pix`: the bank's address for tokens.",
      PIX_API_CLIENT_ID: 'With `api-pix`: our client at the bank.',
      PIX_API_CLIENT_SECRET: `The client's secret; with \`asaas\` the account's key. ${anotherFile}`,
      PIX_API_CERTIFICATE:
        'Our certificate: a PEM or PKCS#12 file, or the PEM itself. A replaced file needs no restart.',
      PIX_API_PASSPHRASE: `The passphrase of the certificate. ${anotherFile}`,
      PIX_API_CA: 'Another certificate authority, for tests.',
      PIX_WEBHOOK_SECRET: `Part of the address that the provider calls: 16 or more letters, digits, \`-\` and \`_\`. Without it payments are found by polling. ${anotherFile}`,
      PROOF_RETENTION_DAYS: 'Files of proofs are removed this long after the decision.',
    },
  },
  {
    title: 'Signing in with Google',
    variables: {
      GOOGLE_CLIENT_ID:
        'With the secret: people may sign in with their Google account. Needs `PUBLIC_URL`, and `{PUBLIC_URL}/api/google/callback` as redirect address at Google.',
      GOOGLE_CLIENT_SECRET: 'The secret of that client.',
      GOOGLE_ISSUER: 'Another OpenID Connect issuer, for trials.',
    },
  },
  {
    title: 'Files of lessons',
    variables: {
      ATTACHMENT_MAX_MB:
        'The largest file of a lesson or a course. Above 60 the proxy needs a larger limit, too: `deploy/Caddyfile` and `deploy/nginx.conf` let 64 MB through.',
      ATTACHMENT_COPIES_MB: "Space for PDFs that carry a student's name; the oldest are removed first.",
      RECORDING_MAX_MB:
        "The largest video or recording of a lesson. It is uploaded in pieces of 5 MB, so the proxy's limit does not matter. With its renditions a video takes up to twice its own size.",
      FFMPEG:
        'The program that makes posters and renditions of videos, with `ffprobe` beside it. Where it is missing, or `off`, videos are shown as uploaded.',
    },
  },
  {
    title: 'Operation',
    variables: {
      WORKERS: 'Processes on this machine, watched and restarted by a supervisor; `SIGHUP` replaces them one by one.',
      DRAIN_SECONDS: 'After SIGTERM: not ready but still serving, until the proxy has noticed.',
      RATE_LIMIT: '`off` switches every limit off (tests, load tests).',
      SERVICE_WORKER:
        '`off` removes the service worker from every browser: it clears its caches and unregisters, and no browser gets a new one.',
      METRICS_TOKEN: 'Opens `/metrics` to `Authorization: Bearer …`.',
      LOG_LEVEL: 'The lowest level of the structured lines on standard output.',
      OTEL_EXPORTER_OTLP_ENDPOINT:
        "A collector of OpenTelemetry traces (OTLP over HTTP), such as `http://localhost:4318`. OpenTelemetry's other variables apply, too.",
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'The same for traces only.',
      OTEL_TRACES_EXPORTER: '`none` switches traces off.',
      OTEL_SDK_DISABLED: '`true` switches traces off.',
    },
  },
];
