"""Reads the knowledge responses of a running server with feedparser, and fails if it reports errors.

Usage: knowledge_feed.py http://127.0.0.1:PORT CODE…, with ICD-10-CM codes. Prints the number of entries of each.
"""

import sys
import urllib.parse

import feedparser

ICD_10_CM = '2.16.840.1.113883.6.90'


def entries(server, parameters):
    address = f'{server}/api/infobutton?{urllib.parse.urlencode(parameters)}'
    feed = feedparser.parse(address)
    assert not feed.bozo, f'{address}: {feed.bozo_exception}'
    assert feed.version == 'atom10', feed.version
    assert feed.feed.title and feed.feed.subtitle and feed.feed.author and feed.feed.id and feed.feed.updated_parsed
    for entry in feed.entries:
        assert entry.title and entry.id and entry.link.startswith('http') and entry.updated_parsed, entry
    return len(feed.entries)


def main():
    server, *codes = sys.argv[1:]
    counts = [entries(server, {})]
    for code in codes:
        criterion = {'mainSearchCriteria.v.c': code, 'mainSearchCriteria.v.cs': ICD_10_CM}
        counts.append(entries(server, criterion))
        counts.append(entries(server, {**criterion, 'informationRecipient.languageCode.c': 'es'}))
    print(*counts)


if __name__ == '__main__':
    main()
