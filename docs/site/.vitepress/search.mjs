import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import MiniSearch from 'minisearch';

/** Pages for users come before those for developers and for users of other profilers, which contain many of the same words. */
export const searchOptions = {
  fuzzy: 0.2,
  prefix: true,
  boost: {title: 4, text: 2, titles: 1},
  boostDocument: id => /CHANGELOG|CONTRIBUTING|ARCHITECTURE|decisions|VERSIONING/.test(id) ? 0.2 : /PARITY/.test(id) ? 0.5 : 1,
};

/** Questions of new users, each with the page that answers it. */
const answers = {
  'steps 100 to 110': '/docs/guide.html#choose-the-steps',
  'garbage collection': '/docs/guide.html#garbage-collection',
  'custom handler': '/docs/HANDLERS.html#write-a-custom-handler',
  'compare commits CI': '/docs/CI.html',
  kotlin: '/docs/KOTLIN-SCALA.html',
  docker: '/docs/DEPLOYMENT.html',
  sql: '/docs/SQL.html',
  prometheus: '/docs/METRICS.html',
  'slow rank': '/docs/FLEET.html',
  'spark job': '/docs/recipes.html#spark',
  'log level': '/docs/LOGGING.html',
};

/** Fails unless the first page that the search finds answers the question. */
export async function checkSearch(outDir, base) {
  const chunks = join(outDir, 'assets/chunks');
  const file = readdirSync(chunks).find(name => name.startsWith('@localSearchIndex'));
  const {default: json} = await import(join(chunks, file));
  const index = MiniSearch.loadJSON(json, {fields: ['title', 'titles', 'text'], storeFields: ['title', 'titles'], searchOptions});
  for (const [question, answer] of Object.entries(answers)) {
    const [first] = index.search(question);
    if (!first?.id.startsWith(base.replace(/\/$/, '') + answer)) {
      throw new Error(`the search for '${question}' finds ${first?.id} first, and not ${answer}`);
    }
  }
}
