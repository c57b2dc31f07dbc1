import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const imported = /import\s*\{([^}]*)\}\s*from\s*'lucide-react';?/g;
const exported = /export \{([^}]*)\} from '(\.\/icons\/[^']+)'/g;

/**
 * Imports each icon from its own file. Through the package's single list of all icons the bundler cannot tell which
 * screen needs which icon, and creates a separate file for every icon that two screens share.
 */
export function iconsByFile(): Plugin {
  const list = join(dirname(createRequire(import.meta.url).resolve('lucide-react')), '../esm/lucide-react.mjs');
  const files = new Map<string, string>();
  for (const [, names = '', file = ''] of readFileSync(list, 'utf8').matchAll(exported)) {
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, join(dirname(list), file));
  }
  return {
    name: 'icons-by-file',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/web\/.*\.tsx?$/ },
      handler(code) {
        if (!code.includes("'lucide-react'")) return null;
        const split = code.replace(imported, (_, names: string) => {
          const wanted = names
            .split(',')
            .map((name) => name.trim())
            .filter(Boolean);
          return wanted
            .map((name) => {
              const [icon = '', local = icon] = name.split(/\s+as\s+/);
              const file = files.get(icon);
              if (name.startsWith('type ') || !file) return `import { ${name} } from 'lucide-react';`;
              return `import ${local} from '${file}';`;
            })
            .join(' ');
        });
        return { code: split, map: null };
      },
    },
  };
}
