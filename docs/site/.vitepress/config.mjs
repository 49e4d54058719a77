import {existsSync, readdirSync, readFileSync, statSync} from 'node:fs';
import {dirname, join, relative, resolve} from 'node:path';
import {check} from './check.mjs';
import {searchOptions} from './search.mjs';

const root = resolve(import.meta.dirname, '../../..');
const read = path => readFileSync(join(root, path), 'utf8');
const first = (text, pattern) => pattern.exec(text)?.[1];

const name = 'Step Profiler';
const readme = read('README.md');
const repository = first(read('pom.xml'), /<scm[ >].*?<url>(.*?)<\/url>/s);

/** Folder with pages that are copied. */
const pages = join(root, 'target/site-pages');

/** Reports of this build, if there are any; the router does not know their pages. */
const reports = [
  {text: 'Report of a training', link: '/report.html'},
  {text: 'Report of a fleet', link: '/fleet.html'},
].filter(report => existsSync(join(pages, report.link))).map(report => ({...report, target: '_self'}));

/** Javadoc of this build, if there is any: a folder for each artifact. */
const api = join(pages, 'api');
const javadoc = (existsSync(api) ? readdirSync(api) : []).sort()
  .map(text => ({text, link: `/api/${text}/index.html`, target: '_self'}));

/** File name of the page of a document. */
const page = path => path.replace(/(^|\/)README\.md$/, '$1index.md');

/** Documents in the order of the tables of README, below the headings of the tables. */
const documents = readme.split(/^### /m).slice(1).map(section => ({
  text: first(section, /^(.+)$/m),
  items: [...section.matchAll(/^\| \[.*$/gm)]
    .flatMap(([row]) => [...row.matchAll(/\]\(([^)#]+\.md)\)/g)])
    .map(([, path]) => ({text: first(read(path), /^# (.+)$/m), link: `/${page(path)}`})),
}));

const guide = {text: 'Guide', link: '/docs/guide'};
const topics = [
  {text: 'Agent', link: '/docs/AGENT'},
  {text: 'GPUs', link: '/docs/GPU'},
  {text: 'Many ranks', link: '/docs/FLEET'},
];
const comingFrom = [
  {text: 'PyTorch', link: '/docs/PARITY'},
  {text: 'JAX', link: '/docs/PARITY-XPROF#coming-from-jax'},
  {text: 'MXNet', link: '/docs/PARITY-MXNET#coming-from-mxnet'},
  {text: 'Aesara', link: '/docs/PARITY-AESARA#coming-from-aesara'},
];

/** Anchor of a heading, as on GitHub. */
const slugify = heading => heading.trim().toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-');

/** Lets a line end between the parts of a name, in inline code and in words as long as code. */
function breakNames(rules) {
  const breakable = name => name.replace(/(?<=[a-z])(?=[A-Z])|(?<=[._(/,=])(?=\w)/g, '<wbr>');
  const {text, code_inline: code} = rules;
  rules.text = (...args) => text(...args).replace(/\S{25,}/g, breakable);
  rules.code_inline = (...args) => code(...args).replace(/(?<=>)[^<]+/, breakable);
}

/** Points a link to the page of a document, or to the file in the repository. */
function relink(token, document) {
  const href = token.attrGet('href');
  if (/^(#|\w+:)/.test(href)) {
    return;
  }
  const [path, anchor = ''] = decodeURI(href).split(/(?=#)/);
  const file = resolve(root, dirname(document), path);
  if (path.endsWith('.md')) {
    token.attrSet('href', page(path) + anchor);
    return;
  }
  const kind = statSync(file).isDirectory() ? 'tree' : 'blob';
  token.attrSet('href', `${repository}/${kind}/main/${relative(root, file)}`);
}

/** Makes the title and the first paragraph of README the head of the start page. */
function startPage(state) {
  const end = state.tokens.findIndex(token => token.type === 'paragraph_close');
  const [, , , , paragraph] = state.tokens.splice(0, end + 1);
  state.env.frontmatter = {
    layout: 'home',
    hero: {
      name,
      tagline: state.md.renderer.render([paragraph], state.md.options, state.env).replaceAll('\n', ' '),
      actions: [
        {...guide, theme: 'brand'},
        ...[...topics, ...reports].map(action => ({...action, theme: 'alt'})),
      ],
    },
  };
}

/** Finds vue for the documents, which are outside of this folder. */
const vue = {
  name: 'vue-for-documents',
  enforce: 'pre',
  resolveId(id) {
    return /^vue(\/|$)/.test(id) ? this.resolve(id, import.meta.filename, {skipSelf: true}) : null;
  },
};

export default {
  title: name,
  description: first(readme, /^# .+\n\n(.+?\.)\s/s).replace(/\s+/g, ' ').replaceAll('`', ''),
  lang: 'en',
  head: [['link', {rel: 'icon', href: 'data:,'}]],
  srcDir: root,
  srcExclude: ['**/target/**'],
  outDir: join(root, 'target/site'),
  rewrites: page,
  vite: {publicDir: pages, plugins: [vue]},
  markdown: {
    anchor: {slugify},
    config: md => {
      breakNames(md.renderer.rules);
      md.core.ruler.push('documents', state => {
        const {realPath, path} = state.env;
        const document = relative(root, realPath ?? path);
        state.tokens
          .flatMap(token => token.children ?? [])
          .filter(token => token.type === 'link_open')
          .forEach(token => relink(token, document));
        if (document === 'README.md' && realPath) {
          startPage(state);
        }
      });
    },
  },
  themeConfig: {
    search: {provider: 'local', options: {miniSearch: {searchOptions}}},
    outline: {level: [2, 3]},
    sidebar: documents,
    nav: [
      guide,
      {text: 'Coming from', items: comingFrom},
      ...(reports.length > 0 ? [{text: 'Reports', items: reports}] : []),
      ...(javadoc.length > 0 ? [{text: 'Javadoc', items: javadoc}] : []),
    ],
    notFound: {quote: 'The start page and the search lead to all pages.'},
    editLink: {pattern: `${repository}/edit/main/:path`},
    socialLinks: [{icon: 'github', link: repository}],
  },
  buildEnd: check,
};
