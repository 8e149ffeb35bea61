// Makes assets/languages: the language tags, the native names of languages, and the names that people type for them.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const here = new URL(".", import.meta.url);
const target = new URL("../../assets/languages/", here);
const registry = require("language-subtag-registry/data/json/registry.json");
const scripts = require("cldr-core/scriptMetadata.json").scriptMetadata;
const likely = require("cldr-core/supplemental/likelySubtags.json").supplemental.likelySubtags;

/** Language names in a locale. */
const namesIn = (locale) =>
  require(`cldr-localenames-full/main/${locale}/languages.json`).main[locale].localeDisplayNames.languages;

/** The key by which language names are compared, as `name_key` in src/model/languages/language.rs makes it. */
function nameKey(name) {
  const folded = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’‘ʼʻʿʾ`]/gu, "");
  const words = (folded.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word !== "language");
  return [...new Set(words)].sort(byBytes).join(" ");
}

function byBytes(a, b) {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** A name as a list entry: capitalized, unless it has a capital further on. */
function nameAlone(name, tag) {
  const first = name.split(/\s/u)[0];
  if (first !== first.toLowerCase()) return name;
  const [letter] = name;
  return letter.toLocaleUpperCase(tag) + name.slice(letter.length);
}

function* additions() {
  for (const line of readFileSync(new URL("additions.tsv", here), "utf8").split("\n")) {
    if (!line || line.startsWith("#")) continue;
    const [tag, own, names] = line.split("\t");
    yield { tag, own, names: names.split("|") };
  }
}

const languages = registry.filter((entry) => entry.Type === "language" && !entry.Subtag.includes(".."));
const preferred = new Map(languages.filter((l) => l["Preferred-Value"]).map((l) => [l.Subtag, l["Preferred-Value"]]));

// Native names: CLDR's, then the additions.
const own = new Map();
const locales = new URL("node_modules/cldr-localenames-full/main/", here);
for (const locale of readdirSync(locales)) {
  if (!existsSync(new URL(`${locale}/languages.json`, locales))) continue;
  const name = namesIn(locale)[locale];
  if (name && name !== locale) own.set(locale, nameAlone(name, locale));
}
for (const addition of additions()) if (addition.own) own.set(addition.tag, addition.own);

const aliases = require("cldr-core/supplemental/aliases.json").supplemental.metadata.alias.languageAlias;
const likelyFor = (tag) => likely[tag] ?? likely[tag.split("-")[0]];
const scriptOf = (tag) => (likelyFor(tag) ?? likelyFor(aliases[tag]?._replacement ?? ""))?.split("-")[1] ?? "";
const tags = new Map();
for (const { Subtag, "Suppress-Script": usual } of languages) tags.set(Subtag, scriptOf(Subtag) || usual || "");
// A region may imply another script: zh-TW is written as zh-Hant.
for (const tag of Object.keys(likely)) {
  const [language, region] = tag.split("-");
  if (/^[A-Z]{2}$/.test(region ?? "") && tags.has(language) && scriptOf(tag) !== tags.get(language))
    tags.set(tag, scriptOf(tag));
}
for (const tag of own.keys()) {
  const script = tag.split("-").find((part) => /^[A-Z][a-z]{3}$/.test(part));
  if (!tags.has(tag)) tags.set(tag, script ?? scriptOf(tag) ?? "");
}
const rows = [...tags].map(([tag, script]) => `${tag}\t${script}\t${own.get(tag) ?? ""}`);
write("languages.tsv", rows.sort(byBytes));

// Names: the additions take precedence over CLDR, CLDR over the registry; a name of two languages is left out.
const names = new Map();
function addNames(pairs) {
  const found = new Map();
  for (const [name, tag] of pairs) {
    const key = nameKey(name);
    if (!key || names.has(key)) continue;
    const meant = preferred.get(tag) ?? tag;
    found.set(key, found.has(key) && found.get(key) !== meant ? undefined : meant);
  }
  for (const [key, tag] of found) if (tag) names.set(key, tag);
}
const added = [...additions()];
const english = Object.entries(namesIn("en"))
  .filter(([tag]) => !tag.includes("-menu-"))
  .map(([tag, name]) => [name, tag.replace(/-alt-.*/, "")]);
addNames(added.flatMap(({ tag, own: name, names }) => [...names, name].map((name) => [name, tag])));
addNames(english.filter(([name, tag]) => name !== tag));
addNames([...own].map(([tag, name]) => [name, tag]));
addNames(languages.flatMap((l) => l.Description.map((name) => [name, l.Subtag])));
addNames(languages.flatMap((l) => l.Description.map((name) => [name.replace(/\(.*?\)/, ""), l.Subtag])));
write("names.tsv", [...names].map(([key, tag]) => `${key}\t${tag}`).sort(byBytes));

// What replaces a tag: the registry's preferred values, then CLDR's for the other codes of ISO 639 (also the bibliographic
// ones) and for retired ones, then what programs send by mistake.
const groups = require("cldr-core/supplemental/languageGroups.json").supplemental.languageGroups;
const replaced = new Map([["sp", "es"], ["sh", "sr-Latn"]]);
for (const [tag, { _reason: reason, _replacement: other }] of Object.entries(aliases))
  if (["overlong", "bibliographic", "deprecated"].includes(reason) && !other.includes(" ")) replaced.set(tag.toLowerCase(), other);
for (const { Type, Subtag, Tag, "Preferred-Value": other } of registry)
  if (other && ["language", "grandfathered", "redundant"].includes(Type)) replaced.set((Subtag ?? Tag).toLowerCase(), other);
const isActive = (tag) => tags.has(tag) && !preferred.has(tag);
const replacements = [...replaced].filter(([tag]) => !isActive(tag));

// Macrolanguages by their members, and the collections (ISO 639-5) with theirs.
const macrolanguages = languages.filter((l) => l.Macrolanguage);
const collections = languages.filter((l) => l.Scope === "collection" && groups[l.Subtag]);

// Other subtags; languages are in languages.tsv.
const parts = registry.flatMap((entry) => {
  const name = entry.Subtag ?? entry.Tag;
  if (["language", "redundant"].includes(entry.Type) || name.includes("..")) return [];
  if (entry.Type === "extlang") return [`extlang ${name}\t${entry.Prefix[0]}`];
  if (entry.Type === "script") return [`script ${name}\t${scripts[name]?.rtl === "YES" ? "rtl" : "ltr"}`];
  return [`${entry.Type} ${name.toLowerCase()}\t${(entry["Preferred-Value"] ?? "").toLowerCase()}`];
});
parts.push(
  ...replacements.map(([tag, other]) => `alias ${tag}\t${other}`),
  ...macrolanguages.map((l) => `macrolanguage ${l.Subtag}\t${l.Macrolanguage}`),
  ...collections.map((l) => `collection ${l.Subtag}\t${groups[l.Subtag]}`),
);
write("subtags.tsv", parts.sort(byBytes));

function write(name, lines) {
  writeFileSync(new URL(name, target), `${lines.join("\n")}\n`);
  console.log(`assets/languages/${name}: ${lines.length} lines`);
}
