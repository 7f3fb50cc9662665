"""What goes wrong at the remote, as Ana reads it on the page, and what she does about it there."""

import pytest
from playwright.async_api import expect

from tests.browser.conftest import end_of, press
from tests.browser.hosted import OTHER, PASSWORD, PLAN, cloned
from tests.browser.linked import link, pick

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
HOOK = "#!/bin/sh\necho 'Branches begin with team/ here.' >&2\nexit 1\n"


@pytest.fixture
def closed(host):
    """The host that asks for a password, as it was before afterwards."""
    yield host.closed
    host.closed.password = PASSWORD


async def test_a_wrong_password_is_told_and_the_credential_is_corrected_on_the_page(host, closed, visit):
    host.upstream("locked")
    page = await visit(host.site)
    await page.goto(f"{host.site.url}/repositories/new/")
    await page.get_by_label("Address").fill(closed.url("locked.git"))
    await page.get_by_label("Credential").fill("ELM_GIT_OTHER")
    await press(page, "Link")
    await expect(page.locator("#id_credential_error")).to_contain_text(
        "does not accept the one it was given."
    )
    await expect(page.get_by_label("Address")).to_have_value(closed.url("locked.git"))
    await link(page, host.site, closed.url("locked.git"), "ELM_GIT_NOTES")
    closed.password = OTHER
    await press(page, "Fetch now")
    refused = f"{closed.url('locked.git')} wants a credential, or does not accept the one it was given."
    await expect(page.locator("#repository-state .notice-bad")).to_contain_text(refused)
    await expect(page.locator(".files")).to_contain_text("README.md")
    await page.get_by_role("link", name="Change the credential").click()
    await page.get_by_label("Credential").fill("ELM_GIT_OTHER")
    await page.keyboard.press("Enter")
    await expect(page.locator("#repository-state")).to_contain_text("Ready")
    await expect(page.locator("#repository-state")).to_contain_text("with ELM_GIT_OTHER")
    assert "s3cr3t" not in await page.content()


async def test_a_push_that_the_other_side_rejects_says_so_and_is_made_again(host, visit, tmp_path):
    upstream = host.upstream("guarded")
    hook = upstream.path / "hooks" / "pre-receive"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(HOOK)
    hook.chmod(0o755)
    page = await visit(host.site)
    await page.goto(f"{await link(page, host.site, host.open.url('guarded.git'))}?path=docs")
    await pick(page, "A guarded plan", "plan.md")
    await press(page, "Start interview")
    await end_of(page)
    await page.get_by_role("link", name="Review the changes").click()
    await press(page, "Accept")
    await press(page, "Commit")
    await press(page, "Push")
    refused = f"{host.open.url('guarded.git')} did not take the branch: it has another history there, or"
    await expect(page.locator(".commit .notice-bad")).to_contain_text(refused)
    assert upstream.git("branch", "--list", "elm/*") == b""
    hook.unlink()
    await press(page, "Push again")
    await expect(page.locator(".commit .badge")).to_have_text("Pushed")
    branch = await page.locator(".commit code").nth(1).inner_text()
    clone = cloned(host.open.url("guarded.git"), tmp_path / "clone", "-b", branch)
    assert (clone / "docs/plan.md").read_bytes().startswith(PLAN + b"\n## Open questions\n")
