"""Reads the formats that a running server publishes with common parsers, and fails if they report errors.

Usage: check.py http://127.0.0.1:PORT, which must be the public URL of the server. Prints counts.
"""

import json
import sys
import urllib.parse
import urllib.request
from xml.etree import ElementTree

import extruct
import feedparser
from openapi_spec_validator import OpenAPIV31SpecValidator
from usp.tree import sitemap_tree_for_homepage

OPEN_SEARCH = '{http://a9.com/-/spec/opensearch/1.1/}'
XHTML_LINK = '{http://www.w3.org/1999/xhtml}link'
SITEMAP = '{http://www.sitemaps.org/schemas/sitemap/0.9}'


def fetch(url):
    with urllib.request.urlopen(url) as response:
        return response.headers, response.read()


def check_openapi(server):
    _, document = fetch(f'{server}/api/openapi.json')
    OpenAPIV31SpecValidator(json.loads(document)).validate()


def check_feed(server, query):
    address = f'{server}/feed.atom{query}'
    feed = feedparser.parse(address)
    assert not feed.bozo, f'{address}: {feed.bozo_exception}'
    assert feed.version == 'atom10', feed.version
    assert feed.feed.author and feed.feed.title and feed.feed.updated_parsed
    ids = [entry.id for entry in feed.entries]
    assert len(set(ids)) == len(ids), 'duplicate IDs'
    times = [entry.updated_parsed for entry in feed.entries]
    assert times == sorted(times, reverse=True), 'not sorted by time'
    for entry in feed.entries:
        assert entry.title and entry.summary and entry.link.startswith(f'{server}/citation/'), entry
    return len(ids)


def check_sitemap(server):
    tree = sitemap_tree_for_homepage(f'{server}/', use_known_paths=False)
    pages = {page.url for page in tree.all_pages()}
    alternates = {}
    _, index = fetch(f'{server}/sitemap.xml')
    for file in ElementTree.fromstring(index).iter(f'{SITEMAP}loc'):
        _, content = fetch(file.text)
        urls = list(ElementTree.fromstring(content).iter(f'{SITEMAP}url'))
        assert len(urls) <= 10_000, f'{file.text} has {len(urls)} URLs'
        for url in urls:
            links = {link.get('hreflang'): link.get('href') for link in url.iter(XHTML_LINK)}
            alternates[url.find(f'{SITEMAP}loc').text] = links
    assert pages == set(alternates), 'the parser finds other pages than those in the files'
    for address, links in alternates.items():
        if links:
            assert 'x-default' in links and address in links.values(), address
        for other in links.values():
            assert alternates[other] == links, f'{other} does not name {address}'
    return sorted(alternates)


def check_structured_data(address):
    _, page = fetch(address)
    found = extruct.extract(page.decode(), base_url=address, syntaxes=['json-ld'])['json-ld']
    assert len(found) == 1 and found[0]['@type'] == 'MedicalWebPage', found
    assert found[0]['name'] and found[0]['url'] and found[0]['description'], found
    for part in found[0].get('hasPart', []):
        assert part['@type'] == 'DigitalDocument' and part['url'], part
    return found[0]


def check_open_search(server):
    headers, content = fetch(f'{server}/opensearch.xml')
    assert headers['content-type'].startswith('application/opensearchdescription+xml')
    root = ElementTree.fromstring(content)
    assert 0 < len(root.find(f'{OPEN_SEARCH}ShortName').text) <= 16
    templates = {(url.get('type'), url.get('rel')): url.get('template') for url in root.iter(f'{OPEN_SEARCH}Url')}
    suggestions = templates['application/x-suggestions+json', 'suggestions'].replace('{searchTerms}', 'a')
    _, answer = fetch(suggestions)
    typed, *lists = json.loads(answer)
    assert typed == 'a' and len(lists) == 3 and len({len(one) for one in lists}) == 1, answer
    fetch(templates['text/html', 'results'].replace('{searchTerms}', 'a%26b'))


def main():
    server = sys.argv[1].rstrip('/')
    check_open_search(server)
    check_openapi(server)
    pages = check_sitemap(server)
    citations = [page for page in pages if page.startswith(f'{server}/citation/') and '?' not in page]
    titles = [check_structured_data(page)['name'] for page in citations[:20]]
    entries = check_feed(server, '')
    for title in titles:
        check_feed(server, '?' + urllib.parse.urlencode({'q': title}))
    check_feed(server, '?' + urllib.parse.urlencode({'fq': "languages:'English'"}))
    print(json.dumps({'addresses': len(pages), 'citations': len(citations), 'entries': entries}))


if __name__ == '__main__':
    main()
