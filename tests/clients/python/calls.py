# Makes its calls by the client that was generated beside it, and says what came of each: tests/clients/calls.ts.
import os

from spaceport_client import AuthenticatedClient, Client
from spaceport_client.api.alerts import alert_rules_create
from spaceport_client.api.audit_log import space_audit_list
from spaceport_client.api.connectors import connectors_create
from spaceport_client.api.devices import devices_create, devices_delete, devices_get, devices_list, devices_update
from spaceport_client.api.keys import keys_create
from spaceport_client.api.messages import messages_create, messages_list, messages_uplink, messages_uplinks
from spaceport_client.api.profile import profile_get
from spaceport_client.api.sign_in import auth_login, auth_logout
from spaceport_client.api.spaces import spaces_create, spaces_list
from spaceport_client.api.tags import tags_create
from spaceport_client.api.variables import variables_create
from spaceport_client.models import *

url = os.environ["SPACEPORT_URL"]
email = os.environ["SPACEPORT_EMAIL"]
password = os.environ["SPACEPORT_PASSWORD"]


def say(call, answer, *facts):
    print(call, int(answer.status_code), *facts)


guest = Client(base_url=url)
answer = auth_login.sync_detailed(client=guest, body=AuthLoginBody(email=email, password="a wrong password"))
say("auth/login", answer, answer.parsed)

answer = auth_login.sync_detailed(client=guest, body=AuthLoginBody(email=email, password=password))
say("auth/login", answer)
person = AuthenticatedClient(base_url=url, token=answer.parsed.access_token)

answer = profile_get.sync_detailed(client=person)
say("profile/get", answer, str(answer.parsed.email == email).lower())

answer = spaces_create.sync_detailed(client=person, body=SpacesCreateBody(name="waterworks"))
space = answer.parsed
say("spaces/create", answer, space.name)

answer = tags_create.sync_detailed(space.id, client=person, body=TagsCreateBody(name="meters", color="#0b57d0"))
tag = answer.parsed
say("tags/create", answer, tag.name, tag.color)
tags = [TagChoice(id=tag.id)]

proof = {"serial_number": "4711000001", "token": "0123456789abcdef0123456789abcdef"}
label = DevicesCreateBodyLabelType0.from_dict({"street": "Lipová"})
body = DevicesCreateBody(name="well", label=label, tags=tags, **proof)
answer = devices_create.sync_detailed(space.id, client=person, body=body)
device = answer.parsed
say("devices/create", answer, device.name, device.label["street"])

answer = devices_create.sync_detailed(space.id, client=person, body=DevicesCreateBody(name="No Name", **proof))
say("devices/create", answer, answer.parsed.split(" ")[0])

order = {"sort_by": DevicesListSortBy.NAME, "order_by": DevicesListOrderBy.ASC}
answer = devices_list.sync_detailed(space.id, client=person, tag_ids=[tag.id], **order)
say("devices/list", answer, *[listed.name for listed in answer.parsed])

body = DevicesUpdateBody(comment="at the gate")
current = f'"{device.version}"'
answer = devices_update.sync_detailed(space.id, device.id, client=person, body=body, if_match=current)
say("devices/update", answer, answer.parsed.comment, answer.parsed.version)

body = DevicesUpdateBody(comment=None)
answer = devices_update.sync_detailed(space.id, device.id, client=person, body=body, if_match='"1"')
say("devices/update", answer, answer.parsed.version, *answer.parsed.changes[0].fields)


def uplink(body, **more):
    return Uplink(**{**proof, "type_": UplinkType.DATA, "body": body, **more})


answer = messages_uplink.sync_detailed(client=guest, body=uplink({"level": 3.5}, at="2026-01-02T03:04:05Z"))
say("messages/uplink", answer, len(answer.parsed.downlinks))

batch = [uplink({"level": 3.4}), uplink([1, "two", None]), uplink({}, serial_number="4711000002")]
answer = messages_uplinks.sync_detailed(client=guest, body=MessagesUplinksBody(uplinks=batch))
say("messages/uplinks", answer, *["refused" if isinstance(one, UplinkRefusal) else "stored" for one in answer.parsed])

data = {"type_": [MessagesListTypeItem.DATA], "limit": 2}
answer = messages_list.sync_detailed(space.id, client=person, **data)
say("messages/list", answer, *[message.body for message in answer.parsed])

answer = messages_list.sync_detailed(space.id, client=person, cursor=answer.parsed[-1].id, **data)
[oldest] = answer.parsed
at = oldest.measured_at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
say("messages/list", answer, oldest.body, at)

body = MessagesCreateBody(device_id=device.id, type_=MessagesCreateBodyType.SHELL, body="info show")
answer = messages_create.sync_detailed(space.id, client=person, body=body)
say("messages/create", answer, answer.parsed.down_state.value, answer.parsed.body)

body = VariablesCreateBody(name="meter key", value="A0B1C2D3", device_id=device.id)
answer = variables_create.sync_detailed(space.id, client=person, body=body)
say("variables/create", answer, answer.parsed.name)

body = ConnectorsCreateBody(
    name="archive",
    direction=ConnectorsCreateBodyDirection.UP,
    triggers=[ConnectorsCreateBodyTriggersType0Item.DATA],
    tags=tags,
    transformation="function main(job) { return null }",
    retry_delays=[10, 60],
)
answer = connectors_create.sync_detailed(space.id, client=person, body=body)
delays = [int(delay) for delay in answer.parsed.retry_delays]
say("connectors/create", answer, *[trigger.value for trigger in answer.parsed.triggers], *delays)

condition = AlertConditionBelow(kind=AlertConditionBelowKind.BELOW, path="level", limit=1)
scope = AlertScopeTags(kind=AlertScopeTagsKind.TAGS, tag_ids=[tag.id])
body = AlertRulesCreateBody(name="the well is low", condition=condition, scope=scope)
answer = alert_rules_create.sync_detailed(space.id, client=person, body=body)
say("alertRules/create", answer, answer.parsed.condition.kind.value, int(answer.parsed.condition.limit))

body = KeysCreateBody(name="reader", permissions=[KeysCreateBodyPermissionsType0Item("space:device:read")])
answer = keys_create.sync_detailed(space.id, client=person, body=body)
say("keys/create", answer, *answer.parsed.permissions)
key = str(answer.parsed.id)

program = AuthenticatedClient(base_url=url, token=key, prefix="", auth_header_name="X-API-Key")
answer = devices_get.sync_detailed(space.id, device.id, client=program)
say("devices/get", answer, answer.parsed.tags[0].name)

body = TagsCreateBody(name="pumps", color="#0b57d0")
say("tags/create", tags_create.sync_detailed(space.id, client=program, body=body))

answer = devices_get.sync_detailed(space.id, space.id, client=program)
say("devices/get", answer, answer.parsed)

say("devices/delete", devices_delete.sync_detailed(space.id, device.id, client=person))

answer = space_audit_list.sync_detailed(space.id, client=person, limit=1)
say("spaceAudit/list", answer, answer.parsed[0].action)

answer = auth_logout.sync_detailed(client=person)
say("auth/logout", answer, "spaces/list", int(spaces_list.sync_detailed(client=person).status_code))
