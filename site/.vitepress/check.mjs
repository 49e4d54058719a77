import {readdirSync, readFileSync} from 'node:fs';
import {join, relative} from 'node:path';

/** Fails the build if a link or an anchor does not resolve, or if a page loads something from another host. */
export function check({outDir, site}) {
  const files = new Map(readdirSync(outDir, {recursive: true, withFileTypes: true})
    .filter(file => file.isFile())
    .map(file => join(file.parentPath ?? file.path, file.name))
    .map(file => [site.base + relative(outDir, file), file]));
  const texts = new Map([...files]
    .filter(([path]) => /\.(html|css)$/.test(path))
    .map(([path, file]) => [path, readFileSync(file, 'utf8').replace(/(<script[^>]*>).*?<\/script>/gs, '$1')]));
  const anchors = new Map([...texts].map(([path, text]) => [path, new Set(attributes(text, 'id').map(([, id]) => id))]));

  const faults = [];
  for (const [path, text] of texts) {
    for (const [tag, link] of [...attributes(text, 'href|src'), ...resources(text)]) {
      const {protocol, host, pathname, hash} = new URL(link, `site://site${path}`);
      const target = decodeURI(pathname).replace(/\/$/, '/index.html');
      const anchor = decodeURIComponent(hash.slice(1));
      if (protocol === 'data:' || (tag === 'a' && protocol !== 'site:')) {
        continue;
      }
      if (host !== 'site') {
        faults.push(`${path} loads ${link}`);
      } else if (!files.has(target) || (anchor && !anchors.get(target)?.has(anchor))) {
        faults.push(`${path} links to ${link}, which is not there`);
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

/** Files loaded by style sheets. */
function resources(text) {
  return [...text.matchAll(/url\(["']?([^"')]+)["']?\)/g)].map(([, link]) => ['css', link]);
}
