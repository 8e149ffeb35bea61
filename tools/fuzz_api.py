"""Calls every documented path of the demo server with schemathesis, as visitor, staff and administrator.

No response may be a server error, and /api/openapi.json must document every response.
"""

import http.cookiejar
import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.parse
import urllib.request

CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,response_schema_conformance"


def start(binary, data):
    """Starts the demo server on a free port; returns the process and its address."""
    server = subprocess.Popen(
        [binary, "--demo", "--data", data, "--listen", "127.0.0.1:0"],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )
    said = []
    for line in server.stdout:
        said.append(line)
        found = re.search(r"listening on (http://[0-9.:]+)", line)
        if found:
            return server, found.group(1)
    raise SystemExit("the server did not start:\n" + "".join(said))


def token(address, account):
    """Signs in like a browser; returns the access token from the profile."""
    jar = http.cookiejar.CookieJar()
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
    answer = browser.open(f"{address}/login?return=/profile")
    page, at = answer.read().decode(), answer.geturl()
    for link in re.findall(r'href="([^"]+)"', page):
        link = link.replace("&amp;", "&")
        if account in link:
            browser.open(urllib.parse.urljoin(at, link)).read()
            break
    else:
        fields = dict(re.findall(r'<input[^>]*name="([^"]+)"[^>]*value="([^"]*)"', page))
        button = re.search(rf'<button[^>]*name="([^"]+)"[^>]*value="({account})"', page)
        action = re.search(r'<form[^>]*action="([^"]*)"', page)
        if not button:
            raise SystemExit(f"no way to sign in as {account} on:\n{page}")
        fields[button.group(1)] = button.group(2)
        fields = {name: value.replace("&amp;", "&") for name, value in fields.items()}
        target = urllib.parse.urljoin(at, action.group(1).replace("&amp;", "&") if action else at)
        if 'method="get"' in page.lower():
            target += ("&" if "?" in target else "?") + urllib.parse.urlencode(fields)
            browser.open(target).read()
        else:
            browser.open(target, urllib.parse.urlencode(fields).encode()).read()
    return json.load(browser.open(f"{address}/api/user/profile"))["accessToken"]


def main():
    binary, schemathesis = sys.argv[1:3]
    failed = []
    hooks = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fuzz_hooks.py")
    binary, schemathesis = os.path.abspath(binary), os.path.abspath(schemathesis)
    with tempfile.TemporaryDirectory() as folder:
        server, address = start(binary, os.path.join(folder, "data"))
        try:
            # Keeps reading the pipe, because a full pipe would block the server.
            import threading
            threading.Thread(target=lambda: [None for _ in server.stdout], daemon=True).start()
            hits = json.load(urllib.request.urlopen(f"{address}/api/search?q="))["hits"]["hit"]
            known = [name for hit in hits for name in (hit["id"].split(":", 1)[1], hit["fields"]["readable_id"])]
            env = dict(os.environ, SCHEMATHESIS_HOOKS=hooks, HANDOUT_KNOWN_IDS=json.dumps(known))
            for who in ["visitor", "visitor-nurse", "education-admin"]:
                print(f"== as {who}", flush=True)
                command = [
                    schemathesis, "run", f"{address}/api/openapi.json", "--checks", CHECKS, "--workers", "1",
                    "--max-examples", os.environ.get("HANDOUT_FUZZ_EXAMPLES", "60"), "--no-color",
                ]
                if who != "visitor":
                    command += ["--header", f"Authorization: Bearer {token(address, who)}"]
                if subprocess.run(command, cwd=folder, env=env).returncode != 0:
                    failed.append(who)
            if urllib.request.urlopen(f"{address}/readyz").status != 200:
                failed.append("readyz")
        finally:
            server.terminate()
            server.wait()
    if failed:
        raise SystemExit(f"errors found as: {', '.join(failed)}")
    print("no server error and no undocumented response")


main()
