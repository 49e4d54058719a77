import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {checkSearch} from './search.mjs';

/** Fails the build if a link or an anchor does not resolve, if a page loads something from another host, or if the search misleads. */
export async function check({outDir, site}) {
  await checkSearch(outDir, site.base);
  const files = new Map(readdirSync(outDir, {recursive: true}).map(path => [site.base + path, join(outDir, path)]));
  const texts = new Map([...files]
    .filter(([path]) => /\.(html|css)$/.test(path) && !path.startsWith(`${site.base}api/`)) // Javadoc checks its own.
    .map(([path, file]) => [path, readFileSync(file, 'utf8').replace(/(<script[^>]*>).*?<\/script>/gs, '$1')]));
  const anchors = new Map([...texts].map(([path, text]) => [path, new Set(attributes(text, 'id').map(([, id]) => id))]));

  const faults = [];
  for (const [path, text] of texts) {
    for (const [tag, link] of path.endsWith('.css') ? resources(text) : attributes(text, 'href|src')) {
      const {protocol, host, pathname, hash} = new URL(link, `site://site${path}`);
      const target = decodeURI(pathname).replace(/\/$/, '/index.html');
      const anchor = decodeURIComponent(hash.slice(1));
      if (protocol === 'data:' || (tag === 'a' && protocol !== 'site:')) {
        continue;
      }
      if (host !== 'site') {
        faults.push(`${path} loads ${link}`);
      } else if (!files.has(target) || (anchor && !anchors.get(target)?.has(anchor))) {
        faults.push(`${path} links to ${link}, which does not exist`);
      }
    }
  }
  if (faults.length > 0) {
    throw new Error(faults.join('\n'));
  }
}

/** Tags, each with the value of one of the attributes. */
function attributes(html, names) {
  const attribute = new RegExp(`\\s(?:${names})="([^"]*)"`, 'g');
  return [...html.matchAll(/<(\w+)(\s[^<>]*)>/g)]
    .flatMap(([, tag, rest]) => [...rest.matchAll(attribute)].map(([, value]) => [tag, value.replaceAll('&amp;', '&')]));
}

/** Files loaded by a style sheet. */
function resources(css) {
  return [...css.matchAll(/url\(["']?([^"')]+)["']?\)/g)].map(([, link]) => ['css', link]);
}
