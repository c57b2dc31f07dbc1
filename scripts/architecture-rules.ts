import { screens } from '#contract/screens.ts';

/**
 * Who may import whom, and what may be written where: the lines of docs/architecture.md, once, as globs.
 * `scripts/architecture.ts` holds the code against them.
 */

export const tests = ['**/*.test.ts', '**/*.test.tsx', '**/testing/**'];
const packages = '*';
/** Where the forbidden words are spelled out. */
const own = ['scripts/architecture*.ts'];

/** 'admin' of '/admin/users': what the paths of screens begin with. */
function firstWords(paths: object): string[] {
  const read = (path: unknown) => String(typeof path === 'function' ? path(1, 1) : path).split('/')[1] ?? '';
  return [...new Set(Object.values(paths).map(read))].filter((word) => /^[a-z-]+$/.test(word));
}

type ImportRule = {
  files: string;
  except?: string[];
  because: string;
} & (
  | { /** Everything else is refused. `*` means packages. */ may: string[] }
  | { never: string[] /** Only where the other side belongs to another feature. */; otherFeature?: true }
);

/**
 * Eight districts, from the top down; the same folders in server/features, web/features and contract. Code of a
 * district imports its own district and those after it in this list, never one before it.
 */
export const districts = ['school', 'people', 'study', 'exams', 'questions', 'content', 'money', 'platform'];

/** Files of the contract's root that know every district. */
export const aboveDistricts = ['contract/index.ts', 'contract/first-screen.ts'];

export const importRules: ImportRule[] = [
  { files: 'contract/**', except: tests, may: ['contract/**', 'zod/mini'], because: 'contract knows only zod/mini' },
  {
    files: 'web/**',
    except: tests,
    never: ['server/**', 'scripts/**', 'drills/**', 'simulation/**', 'e2e/**'],
    because: 'web → contract ← server',
  },
  { files: 'server/**', never: ['web/**', 'e2e/**', 'bench/**'], because: 'web → contract ← server' },
  {
    files: 'server/**',
    except: tests,
    never: ['scripts/**', 'drills/**', 'simulation/**'],
    because: 'the product does not need its scripts',
  },
  { files: '{server,web}/**', except: tests, never: tests, because: 'the product does not need its tests' },

  { files: 'web/lib/**', except: tests, may: ['web/lib/**', 'contract/**', packages], because: 'lib → contract' },
  {
    files: 'web/ui/**',
    except: tests,
    may: ['web/ui/**', 'web/lib/**', 'web/styles/**', 'contract/**', packages],
    because: 'ui → lib → contract',
  },
  {
    files: 'web/service-worker/**',
    except: tests,
    may: ['web/service-worker/**', 'web/lib/**', 'contract/**'],
    because: 'the worker is its own small program, beside the app',
  },
  { files: 'web/editor/**', never: ['web/features/**', 'web/shell/**', 'web/*'], because: 'features → editor' },
  { files: 'web/features/**', never: ['web/shell/**', 'web/*'], because: 'shell → features' },
  {
    files: 'server/features/**',
    except: tests,
    // Accounts write users, whose rows every district reads.
    never: ['server/features/!(platform)/**/*.store.ts', 'server/features/platform/!(users)/**/*.store.ts'],
    otherFeature: true,
    because: "another feature's data comes from its service",
  },
  { files: 'server/**/*.routes.ts', never: ['server/features/**/*.store.ts'], because: 'routes → service → store' },
  { files: 'server/**/*.service.ts', never: ['**/*.routes.ts', 'server/app.ts'], because: 'routes → service' },
  {
    files: 'server/**/*.store.ts',
    never: ['**/*.routes.ts', '**/*.service.ts', 'server/http/**', 'server/mail/**', 'server/jobs/**', 'fastify'],
    // Stores of the request path itself lie in server/http.
    except: ['server/http/**'],
    because: 'service → store → db',
  },
  {
    files: 'server/**/*.policy.ts',
    may: ['contract/**', '**/*.policy.ts', 'server/features/**/*.rules.ts'],
    because: 'policies are pure functions',
  },
  {
    files: 'server/!(features|backup)/**',
    except: tests,
    never: ['server/features/**'],
    because: 'features stand on the foundation, not the other way round',
  },
  {
    // Files of Word, Excel and PDF are read for requests alone, and refused as they are.
    files: 'server/!(features|backup|docx|xlsx|pdf|http)/**',
    except: tests,
    never: ['server/http/**'],
    because: 'adapters know nothing of requests',
  },
  {
    files: 'server/config.ts',
    never: ['server/features/**', 'server/http/**'],
    because: 'settings are read before anything that is set by them',
  },
  { files: 'server/features/**', except: tests, never: ['pg', 'pg-boss', 'nodemailer'], because: 'adapters hide them' },
];

type TextRule = { files: string[]; except?: string[]; pattern: RegExp; because: string };

/** Held against the code without its comments. */
export const codeRules: TextRule[] = [
  {
    files: ['{contract,server,web}/**'],
    except: [...tests, 'server/config.ts'],
    pattern: /\bprocess\.env\b/g,
    because: 'the environment is read in server/config.ts only',
  },
  {
    files: ['server/!(db|tracing)/**', 'server/background.ts'],
    except: tests,
    pattern: /\bnew Date\(\)|\bDate\.now\(\)/g,
    because: 'business time comes from deps.clock',
  },
  {
    files: ['server/**/*.store.ts'],
    pattern: /(?<![.\w])(now\(\)|current_(timestamp|date)\b)/gi,
    because: 'business time comes from deps.clock, as a parameter',
  },
  {
    files: ['{contract,server,web}/**'],
    except: [...tests, 'contract/time.ts'],
    pattern: /\b(3_600_000|86_400_000)\b|\b60 \* 60(_000)?\b|['"`]America\/Sao_Paulo['"`]/g,
    because: 'hours, days and the time zone stand in contract/time.ts',
  },
  {
    files: ['server/**', 'scripts/**', 'drills/**'],
    except: [...tests, ...own, '**/*.store.ts', 'server/db/**'],
    pattern: /\bsql(<[^`\n]*>)?`|\.(selectFrom|selectNoFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/g,
    because: 'SQL lives in stores and migrations',
  },
  {
    files: ['server/**'],
    except: tests,
    pattern: new RegExp(`['"\`]/(${firstWords(screens).join('|')})(?![\\w.])`, 'g'),
    because: 'the paths of screens stand in contract/screens.ts',
  },
  {
    files: ['server/**', 'scripts/**', 'drills/**'],
    except: [...tests, ...own, 'server/db/**'],
    pattern: /\.(transaction|startTransaction)\(\)/g,
    because: 'transactions are opened by transact() and readSnapshot()',
  },
  {
    files: ['server/**', 'scripts/**', 'drills/**'],
    except: [...tests, ...own, 'server/db/**', '**/*.service.ts', '**/*.sample.ts'],
    pattern: /(?<![.\w])(transact|readSnapshot)\(/g,
    because: 'services and samples open transactions, nobody else',
  },
  {
    files: ['web/**'],
    // The service worker stands between that file and the network.
    except: [...tests, 'web/lib/api.ts', 'web/service-worker/**'],
    pattern: /(?<![.\w])fetch\(|\b(window|globalThis|self)\.fetch\b|\bXMLHttpRequest\b/g,
    because: 'requests go through web/lib/api.ts',
  },
  {
    files: ['web/{features,ui,shell,editor}/**'],
    // The specification itself reads 404 there: no payment.
    except: [...tests, 'web/features/money/payments/payments.queries.ts'],
    pattern:
      /\binstanceof ApiError\b|\b(error|failure)\??\.(code|status)\s*[!=]==|\bstatus\s*(===?|!==?|<=?|>=?)\s*[1-5]\d\d\b/g,
    because: 'a failure is told by its code: isRefused<typeof call>(error, code), isSignedOut(error)',
  },
  {
    files: ['web/**'],
    except: [...tests, 'web/lib/{entry,query,school}-keys.ts'],
    pattern: /\b(query|mutation)Key\w*\s*[:=]\s*\[|\[\.\.\.(keys\b|\w*Key\b)|\bmakeKey\b/g,
    because: 'every key stands in web/lib/{entry,query,school}-keys.ts',
  },
  {
    files: ['{contract,server,web}/**'],
    // The brand itself, letters (mail programs know no tokens) and another house's mark.
    except: [
      ...tests,
      'contract/platform/brand{,-palette}.ts',
      'server/mail/brand-colours.ts',
      'web/features/people/google/google-logo.tsx',
    ],
    pattern: /#[0-9a-f]{6}\b/gi,
    because: 'a colour stands in one place: web/styles/tokens.css, or contract/platform/brand.ts and brand-palette.ts',
  },
  {
    files: ['web/**/*.tsx', 'server/**/*.ts'],
    except: tests,
    pattern: /\b(a|à|na|da|pela|o|ao|no|do|pelo) \$?\{(school\.name|schoolName|slot\('schoolName'\))\}/gi,
    because: 'an article does not fit every name of a school: Na Curso Farol',
  },
  {
    files: ['web/**/*.tsx'],
    except: [...tests, 'web/ui/native-field.tsx'],
    pattern: /<(input|textarea|select)\b/g,
    because: 'a field is NativeInput, NativeTextarea or NativeSelect: a bare one loses what is typed before hydration',
  },
  {
    files: ['web/**/*.tsx'],
    except: [
      ...tests,
      'web/render-screen.tsx',
      // Event handlers, dialogs, a screen of the browser alone, and a value of useBrowserState.
      'web/features/money/payments/offers/{offer,coupon}-list.tsx',
      'web/features/money/payments/{refund-dialog,payment-status-screen}.tsx',
      'web/features/content/lessons/deleted-lessons-dialog.tsx',
      'web/features/study/dashboards/install-invite.tsx',
    ],
    pattern: /\bnew Date\(\)|\bDate\.now\(\)/g,
    because: 'the first render has the time of the document: useNow() or <Ago>',
  },
  {
    files: ['web/**/*.tsx'],
    except: tests,
    pattern: /\bconst (\w+)[^=\n]*= useInfiniteQuery\([\s\S]*?\b\1\.isError(?! && !\1\.data)/g,
    because: 'rows that are loaded stay when their next page fails: `list.isError && !list.data`',
  },
  {
    files: ['web/**'],
    pattern: /\bdark:[a-z[-]/g,
    because: 'both themes come from the tokens, without dark: variants',
  },
  {
    files: ['**/*.test.ts', '**/*.test.tsx', 'e2e/**'],
    except: own,
    pattern: /\b(it|test|describe)\.(skip|only|todo|fixme)\b|\bwaitForTimeout\(/g,
    because: 'every test runs, and none waits a fixed time',
  },
];

/** Held against the whole text, comments included. */
export const textRules: TextRule[] = [
  {
    files: ['**'],
    except: own,
    pattern: /@ts-(ignore|nocheck)|\b(TODO|FIXME|XXX)\b/g,
    because: 'nothing is left for later',
  },
];

/** The server runs its TypeScript by type stripping, which knows no JSX. */
export const jsxOnlyIn = 'web/**';

/** Split by meaning before a file gets this long. */
export const longestFile = 350;
