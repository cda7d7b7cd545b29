// Makes its calls by the client that was generated beside it, and says what came of each: tests/clients/calls.ts.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strings"

	"github.com/oapi-codegen/nullable"
	openapi_types "github.com/oapi-codegen/runtime/types"
)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func say(call string, answer interface{ StatusCode() int }, facts ...any) {
	fmt.Println(strings.TrimSpace(call + " " + fmt.Sprintln(append([]any{answer.StatusCode()}, facts...)...)))
}

func pointer[T any](value T) *T { return &value }

func given[T any](value T) nullable.Nullable[T] { return nullable.NewNullableWithValue(value) }

// A client that shows who calls.
func clientOf(header, value string) *ClientWithResponses {
	show := func(_ context.Context, request *http.Request) error {
		request.Header.Set(header, value)
		return nil
	}
	return must(NewClientWithResponses(os.Getenv("SPACEPORT_URL"), WithRequestEditorFn(show)))
}

func main() {
	ctx := context.Background()
	email := openapi_types.Email(os.Getenv("SPACEPORT_EMAIL"))
	guest := must(NewClientWithResponses(os.Getenv("SPACEPORT_URL")))

	wrong := must(guest.AuthLoginWithResponse(ctx, AuthLoginJSONRequestBody{Email: string(email), Password: "a wrong password"}))
	say("auth/login", wrong, string(wrong.Body))
	login := must(guest.AuthLoginWithResponse(ctx, AuthLoginJSONRequestBody{Email: string(email), Password: os.Getenv("SPACEPORT_PASSWORD")}))
	say("auth/login", login)
	person := clientOf("Authorization", "Bearer "+login.JSON200.AccessToken)

	profile := must(person.ProfileGetWithResponse(ctx))
	say("profile/get", profile, profile.JSON200.Email == string(email))

	made := must(person.SpacesCreateWithResponse(ctx, nil, SpacesCreateJSONRequestBody{Name: "waterworks"}))
	space := made.JSON201.Id
	say("spaces/create", made, made.JSON201.Name)

	tagged := must(person.TagsCreateWithResponse(ctx, space, nil, TagsCreateJSONRequestBody{Name: "meters", Color: "#0b57d0"}))
	tag := tagged.JSON201
	say("tags/create", tagged, tag.Name, tag.Color)
	tags := given([]TagChoice{{Id: tag.Id}})

	const serialNumber, token = "4711000001", "0123456789abcdef0123456789abcdef"
	claimed := must(person.DevicesCreateWithResponse(ctx, space, nil, DevicesCreateJSONRequestBody{
		Name: "well", SerialNumber: serialNumber, Token: token, Tags: tags,
		Label: given(map[string]string{"street": "Lipová"}),
	}))
	device := claimed.JSON201
	say("devices/create", claimed, device.Name, device.Label.MustGet()["street"])
	refused := must(person.DevicesCreateWithResponse(ctx, space, nil, DevicesCreateJSONRequestBody{
		Name: "No Name", SerialNumber: serialNumber, Token: token,
	}))
	say("devices/create", refused, strings.Fields(string(refused.Body))[0])

	listed := must(person.DevicesListWithResponse(ctx, space, &DevicesListParams{
		TagIds: &[]openapi_types.UUID{tag.Id},
		SortBy: pointer(DevicesListParamsSortByName), OrderBy: pointer(DevicesListParamsOrderByAsc),
	}))
	say("devices/list", listed, (*listed.JSON200)[0].Name)

	updated := must(person.DevicesUpdateWithResponse(ctx, space, device.Id,
		&DevicesUpdateParams{IfMatch: pointer(fmt.Sprintf(`"%d"`, device.Version.MustGet()))},
		DevicesUpdateJSONRequestBody{Comment: given("at the gate")}))
	say("devices/update", updated, updated.JSON200.Comment.MustGet(), updated.JSON200.Version.MustGet())
	stale := must(person.DevicesUpdateWithResponse(ctx, space, device.Id,
		&DevicesUpdateParams{IfMatch: pointer(`"1"`)},
		DevicesUpdateJSONRequestBody{Comment: nullable.NewNullNullable[string]()}))
	say("devices/update", stale, stale.JSON412.Version, stale.JSON412.Changes[0].Fields[0])

	uplink := func(serialNumber string, body any) Uplink {
		return Uplink{SerialNumber: serialNumber, Token: token, Type: UplinkTypeData, Body: body}
	}
	var at Uplink_At
	if err := at.FromUplinkAt0("2026-01-02T03:04:05Z"); err != nil {
		panic(err)
	}
	first := uplink(serialNumber, map[string]any{"level": 3.5})
	first.At = given(at)
	stored := must(guest.MessagesUplinkWithResponse(ctx, first))
	say("messages/uplink", stored, len(stored.JSON201.Downlinks))

	batch := must(guest.MessagesUplinksWithResponse(ctx, MessagesUplinksJSONRequestBody{Uplinks: []Uplink{
		uplink(serialNumber, map[string]any{"level": 3.4}),
		uplink(serialNumber, []any{1, "two", nil}),
		uplink("4711000002", map[string]any{}),
	}}))
	outcomes := []any{}
	for _, one := range *batch.JSON201 {
		if must(one.AsUplinkRefusal()).Error != "" {
			outcomes = append(outcomes, "refused")
		} else {
			outcomes = append(outcomes, "stored")
		}
	}
	say("messages/uplinks", batch, outcomes...)

	data := []MessagesListParamsType{MessagesListParamsTypeData}
	newest := must(person.MessagesListWithResponse(ctx, space, &MessagesListParams{Type: &data, Limit: pointer(2)}))
	messages := *newest.JSON200
	say("messages/list", newest, messages[0].Body.MustGet(), messages[1].Body.MustGet())
	older := must(person.MessagesListWithResponse(ctx, space, &MessagesListParams{
		Type: &data, Limit: pointer(2), Cursor: &messages[1].Id,
	}))
	oldest := (*older.JSON200)[0]
	say("messages/list", older, oldest.Body.MustGet(), oldest.MeasuredAt.MustGet().UTC().Format("2006-01-02T15:04:05.000Z"))

	sent := must(person.MessagesCreateWithResponse(ctx, space, nil, MessagesCreateJSONRequestBody{
		DeviceId: device.Id, Type: MessagesCreateJSONBodyTypeShell, Body: "info show",
	}))
	say("messages/create", sent, sent.JSON201.DownState.MustGet(), sent.JSON201.Body.MustGet())

	variable := must(person.VariablesCreateWithResponse(ctx, space, nil, VariablesCreateJSONRequestBody{
		Name: "meter key", Value: "A0B1C2D3", DeviceId: given(device.Id),
	}))
	say("variables/create", variable, variable.JSON201.Name)

	connector := must(person.ConnectorsCreateWithResponse(ctx, space, nil, ConnectorsCreateJSONRequestBody{
		Name: "archive", Direction: ConnectorsCreateJSONBodyDirectionUp, Tags: tags,
		Triggers:       given([]ConnectorsCreateJSONBodyTriggers{ConnectorsCreateJSONBodyTriggersData}),
		Transformation: "function main(job) { return null }",
		RetryDelays:    given([]int{10, 60}),
	}))
	delays := connector.JSON201.RetryDelays.MustGet()
	say("connectors/create", connector, (*connector.JSON201.Triggers)[0], delays[0], delays[1])

	var condition AlertCondition
	if err := condition.FromAlertConditionBelow(AlertConditionBelow{Path: "level", Limit: 1}); err != nil {
		panic(err)
	}
	var scope AlertScope
	if err := scope.FromAlertScopeTags(AlertScopeTags{TagIds: []openapi_types.UUID{tag.Id}}); err != nil {
		panic(err)
	}
	rule := must(person.AlertRulesCreateWithResponse(ctx, space, nil, AlertRulesCreateJSONRequestBody{
		Name: "the well is low", Condition: condition, Scope: &scope,
	}))
	below := must(rule.JSON201.Condition.AsAlertConditionBelow())
	say("alertRules/create", rule, below.Kind, below.Limit)

	key := must(person.KeysCreateWithResponse(ctx, space, nil, KeysCreateJSONRequestBody{
		Name:        "reader",
		Permissions: given([]KeysCreateJSONBodyPermissions{KeysCreateJSONBodyPermissionsSpaceDeviceRead}),
	}))
	say("keys/create", key, (*key.JSON201.Permissions)[0])

	program := clientOf("X-API-Key", key.JSON201.Id.String())
	seen := must(program.DevicesGetWithResponse(ctx, space, device.Id))
	say("devices/get", seen, (*seen.JSON200.Tags)[0].Name)
	say("tags/create", must(program.TagsCreateWithResponse(ctx, space, nil, TagsCreateJSONRequestBody{Name: "pumps", Color: "#0b57d0"})))
	missing := must(program.DevicesGetWithResponse(ctx, space, space))
	say("devices/get", missing, string(missing.Body))

	say("devices/delete", must(person.DevicesDeleteWithResponse(ctx, space, device.Id, nil)))
	entries := must(person.SpaceAuditListWithResponse(ctx, space, &SpaceAuditListParams{Limit: pointer(1)}))
	say("spaceAudit/list", entries, (*entries.JSON200)[0].Action)

	logout := must(person.AuthLogoutWithResponse(ctx, nil))
	say("auth/logout", logout, "spaces/list", must(person.SpacesListWithResponse(ctx, nil)).StatusCode())
}
