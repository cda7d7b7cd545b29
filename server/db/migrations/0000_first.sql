-- What drizzle-kit does not know stands first; below it are, by hand too, the PARTITION BY of messages, deliveries and histories, and a
-- fillfactor. The partitions themselves are made by server/db/partitions.ts.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- Seconds after which a device is expected, late and silent, from the spans between its contacts. The middle span is the usual
-- one; that which nine in ten do not exceed lets devices send in groups, and forgets a single long one among ten. Fewer than three
-- spans say nothing: then a day is assumed.
CREATE FUNCTION device_rhythm(spans integer[])
RETURNS TABLE ("usual" integer, "expected" integer, "late" integer, "silent" integer)
LANGUAGE sql IMMUTABLE PARALLEL SAFE ROWS 1 AS $$
	SELECT
		CASE WHEN r.is_known THEN r.middle END,
		CASE WHEN r.long > 2 * r.middle THEN r.long ELSE r.middle END,
		greatest(2 * r.middle, r.middle + 60, r.long / 4 * 5 + 1),
		greatest(5 * r.middle, 900, r.long / 2 * 5 + 1)
	FROM (
		SELECT
			count(*) >= 3 AS is_known,
			CASE WHEN count(*) >= 3 THEN percentile_disc(0.5) WITHIN GROUP (ORDER BY s) ELSE 86400 END AS middle,
			CASE WHEN count(*) >= 3 THEN percentile_disc(0.9) WITHIN GROUP (ORDER BY s) ELSE 86400 END AS long
		FROM unnest(spans) s
	) r
$$;
--> statement-breakpoint
CREATE TABLE "access_key" (
	"space_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"kept_handle" uuid,
	"name" text NOT NULL,
	"permissions" text[] DEFAULT '{}' NOT NULL,
	"made_by" uuid,
	"is_limited" boolean DEFAULT true NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"last_used_from" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "access_key_space_id_id_pk" PRIMARY KEY("space_id","id"),
	CONSTRAINT "access_key_token_hash" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "access_key_tag" (
	"space_id" uuid NOT NULL,
	"access_key_id" uuid NOT NULL,
	"tag_id" uuid NOT NULL,
	CONSTRAINT "access_key_tag_space_id_access_key_id_tag_id_pk" PRIMARY KEY("space_id","access_key_id","tag_id")
);
--> statement-breakpoint
CREATE TABLE "access_key_use" (
	"space_id" uuid NOT NULL,
	"access_key_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"permission" text NOT NULL,
	"calls" integer NOT NULL,
	CONSTRAINT "access_key_use_space_id_access_key_id_hour_permission_pk" PRIMARY KEY("space_id","access_key_id","hour","permission")
);
--> statement-breakpoint
CREATE TABLE "app_user" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password_hash" text,
	"is_verified" boolean DEFAULT false NOT NULL,
	"system_role" text DEFAULT 'user' NOT NULL,
	"firstname" text,
	"lastname" text,
	"middlename" text,
	"company" text,
	"timezone" text,
	"picture" text,
	"language" text,
	"browser_timezone" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "app_user_email_unique" UNIQUE("email"),
	CONSTRAINT "app_user_email_lower" CHECK ("app_user"."email" = lower("app_user"."email"))
);
--> statement-breakpoint
CREATE TABLE "auth_session" (
	"jti" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"method" text DEFAULT 'password' NOT NULL,
	"provider" text,
	"confirmed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"address" text,
	"user_agent" text
);
--> statement-breakpoint
CREATE TABLE "known_browser" (
	"user_id" uuid NOT NULL,
	"hash" "bytea" NOT NULL,
	"jti" uuid NOT NULL,
	"used_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "known_browser_user_id_hash_pk" PRIMARY KEY("user_id","hash")
);
--> statement-breakpoint
CREATE TABLE "login_attempt" (
	"key" text PRIMARY KEY NOT NULL,
	"empty_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "server_secret" (
	"name" text PRIMARY KEY NOT NULL,
	"value" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "server_setting" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "setup_token" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert" (
	"space_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"rule_id" uuid NOT NULL,
	"rule_name" text NOT NULL,
	"condition" jsonb NOT NULL,
	"notify" jsonb NOT NULL,
	"urgent" boolean DEFAULT false NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"grew_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"notified_at" timestamp (3) with time zone,
	"acknowledged_at" timestamp (3) with time zone,
	"acknowledged_by" text,
	"note" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "alert_space_id_id_pk" PRIMARY KEY("space_id","id")
);
--> statement-breakpoint
CREATE TABLE "alert_episode" (
	"space_id" uuid NOT NULL,
	"alert_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"rule_id" uuid NOT NULL,
	"device_id" uuid,
	"connector_id" uuid,
	"path" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"worst" double precision,
	CONSTRAINT "alert_episode_space_id_alert_id_id_pk" PRIMARY KEY("space_id","alert_id","id"),
	CONSTRAINT "alert_episode_subject" CHECK (num_nonnulls("alert_episode"."device_id", "alert_episode"."connector_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "alert_note" (
	"space_id" uuid NOT NULL,
	"alert_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"text" text NOT NULL,
	"by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alert_note_space_id_alert_id_id_pk" PRIMARY KEY("space_id","alert_id","id")
);
--> statement-breakpoint
CREATE TABLE "alert_rule" (
	"space_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"condition" jsonb NOT NULL,
	"scope" jsonb NOT NULL,
	"notify" jsonb NOT NULL,
	"urgent" boolean DEFAULT false NOT NULL,
	"judged_from" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "alert_rule_space_id_id_pk" PRIMARY KEY("space_id","id")
);
--> statement-breakpoint
CREATE TABLE "alert_state" (
	"space_id" uuid NOT NULL,
	"rule_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"path" text NOT NULL,
	"judged_from" timestamp (3) with time zone NOT NULL,
	"state" jsonb NOT NULL,
	"withheld_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	CONSTRAINT "alert_state_space_id_rule_id_device_id_path_pk" PRIMARY KEY("space_id","rule_id","device_id","path")
);
--> statement-breakpoint
CREATE TABLE "mute" (
	"space_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"scope" jsonb NOT NULL,
	"rule_ids" jsonb NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"note" text,
	"created_by" text NOT NULL,
	"is_past" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "mute_space_id_id_pk" PRIMARY KEY("space_id","id"),
	CONSTRAINT "mute_times" CHECK ("mute"."starts_at" <= "mute"."ends_at")
);
--> statement-breakpoint
CREATE TABLE "alert_hour" (
	"space_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"is_urgent" boolean NOT NULL,
	"separate_count" integer NOT NULL,
	"collected" jsonb DEFAULT '{}' NOT NULL,
	"said_at" timestamp (3) with time zone,
	CONSTRAINT "alert_hour_space_id_id_pk" PRIMARY KEY("space_id","id"),
	CONSTRAINT "alert_hour_of_user" UNIQUE("space_id","user_id","hour","is_urgent")
);
--> statement-breakpoint
CREATE TABLE "alert_news" (
	"space_id" uuid NOT NULL,
	"alert_id" uuid NOT NULL,
	"event" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "alert_news_space_id_alert_id_event_pk" PRIMARY KEY("space_id","alert_id","event")
);
--> statement-breakpoint
CREATE TABLE "alert_test" (
	"space_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid,
	"key_id" text,
	"alert" jsonb NOT NULL,
	"unsaid" text,
	"mail_id" uuid,
	"pushes" jsonb NOT NULL,
	"connectors" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alert_test_space_id_id_pk" PRIMARY KEY("space_id","id")
);
--> statement-breakpoint
CREATE TABLE "audit_entry" (
	"space_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"space_name" text,
	"actor_type" text NOT NULL,
	"actor_id" uuid,
	"actor_name" text,
	"method" text,
	"provider" text,
	"address" text,
	"user_agent" text,
	"action" text NOT NULL,
	"target_id" text,
	"target_name" text,
	"before" jsonb,
	"after" jsonb,
	"is_unknown" boolean DEFAULT false NOT NULL,
	"undoes" uuid,
	"undone_by" uuid,
	"batch" uuid,
	"version" integer,
	CONSTRAINT "audit_entry_space_id_id_pk" PRIMARY KEY("space_id","id")
);
--> statement-breakpoint
CREATE TABLE "connector" (
	"space_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"type" text NOT NULL,
	"broker_url" text,
	"broker_username" text,
	"broker_password" text,
	"broker_client_id" text,
	"direction" text NOT NULL,
	"triggers" text[] NOT NULL,
	"transformation" text NOT NULL,
	"retry_delays" integer[] NOT NULL,
	"max_rate" double precision,
	"max_parallel" integer,
	"batch_size" integer,
	"batch_seconds" integer DEFAULT 10 NOT NULL,
	"batch_results" boolean DEFAULT false NOT NULL,
	"delivery_order" text DEFAULT 'any' NOT NULL,
	"secret" "bytea" NOT NULL,
	"previous_secret" "bytea",
	"signed_twice_until" timestamp (3) with time zone,
	"client_certificate" jsonb,
	"client_certificate_pem" text,
	"client_key_pem" text,
	"receiver_ca_pem" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "connector_space_id_id_pk" PRIMARY KEY("space_id","id")
);
--> statement-breakpoint
CREATE TABLE "connector_tag" (
	"space_id" uuid NOT NULL,
	"connector_id" uuid NOT NULL,
	"tag_id" uuid NOT NULL,
	CONSTRAINT "connector_tag_space_id_connector_id_tag_id_pk" PRIMARY KEY("space_id","connector_id","tag_id")
);
--> statement-breakpoint
CREATE TABLE "connector_hold" (
	"space_id" uuid NOT NULL,
	"connector_id" uuid NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone,
	"state" text NOT NULL,
	"status" integer,
	"error" text,
	"error_code" text,
	"error_detail" text,
	CONSTRAINT "connector_hold_space_id_connector_id_since_pk" PRIMARY KEY("space_id","connector_id","since")
);
--> statement-breakpoint
CREATE TABLE "connector_operation" (
	"space_id" uuid NOT NULL,
	"connector_id" uuid NOT NULL,
	"state" text DEFAULT 'on' NOT NULL,
	"since" timestamp (3) with time zone,
	"until" timestamp (3) with time zone,
	"backlog" text,
	"status" integer,
	"error" text,
	"error_code" text,
	"error_detail" text,
	"failing" uuid[] DEFAULT '{}' NOT NULL,
	"late_runs" integer DEFAULT 0 NOT NULL,
	"probes" integer DEFAULT 0 NOT NULL,
	"probe_at" timestamp (3) with time zone,
	"open_to" integer,
	"next_send_at" timestamp (3) with time zone,
	"skip_before" timestamp (3) with time zone,
	"skip_total" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "connector_operation_space_id_connector_id_pk" PRIMARY KEY("space_id","connector_id")
);
--> statement-breakpoint
CREATE TABLE "connector_replay" (
	"space_id" uuid NOT NULL,
	"connector_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text,
	"ended_at" timestamp (3) with time zone,
	"after" timestamp (3) with time zone NOT NULL,
	"before" timestamp (3) with time zone NOT NULL,
	"direction" text NOT NULL,
	"device_ids" uuid[] NOT NULL,
	"tag_ids" uuid[] NOT NULL,
	"within_tag_ids" uuid[],
	"types" text[] NOT NULL,
	"failed_only" boolean NOT NULL,
	"rate" double precision,
	"total" integer,
	"sent" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"at" timestamp (3) with time zone,
	"at_id" uuid,
	"is_walked" boolean DEFAULT false NOT NULL,
	"next_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "connector_replay_space_id_connector_id_id_pk" PRIMARY KEY("space_id","connector_id","id")
);
--> statement-breakpoint
CREATE TABLE "deletion" (
	"space_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"device_id" uuid,
	"connector_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deletion_space_id_id_pk" PRIMARY KEY("space_id","id")
);
--> statement-breakpoint
CREATE TABLE "alert_delivery" (
	"space_id" uuid NOT NULL,
	"alert_id" uuid NOT NULL,
	"event" text NOT NULL,
	"connector_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	CONSTRAINT "alert_delivery_space_id_alert_id_event_connector_id_pk" PRIMARY KEY("space_id","alert_id","event","connector_id")
);
--> statement-breakpoint
CREATE TABLE "delivery" (
	"space_id" uuid NOT NULL,
	"connector_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"message_created_at" timestamp (3) with time zone,
	"message_id" uuid,
	"device_id" uuid,
	"alert" jsonb,
	"is_test" boolean DEFAULT false NOT NULL,
	"sample" jsonb,
	"state" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"uncounted" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"is_taken" boolean DEFAULT false NOT NULL,
	"is_in_line" boolean DEFAULT false NOT NULL,
	"replay_id" uuid,
	"repeats" uuid,
	"batch_id" uuid,
	CONSTRAINT "delivery_space_id_connector_id_id_pk" PRIMARY KEY("space_id","connector_id","id")
) PARTITION BY RANGE ("id");
--> statement-breakpoint
CREATE TABLE "delivery_attempt" (
	"space_id" uuid NOT NULL,
	"connector_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
	"uncounted" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"duration" integer NOT NULL,
	"success" boolean,
	"method" text,
	"url" text,
	"status" integer,
	"error" text,
	"error_code" text,
	"error_detail" text,
	"retry_after" integer,
	"next_attempt_at" timestamp (3) with time zone,
	"request_body" text,
	"response_body" text,
	"response_headers" jsonb,
	"connector_version" integer,
	"logs" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"batch_id" uuid,
	"texts_delivery_id" uuid,
	CONSTRAINT "delivery_attempt_space_id_connector_id_delivery_id_attempt_pk" PRIMARY KEY("space_id","connector_id","delivery_id","attempt")
) PARTITION BY RANGE ("delivery_id");
--> statement-breakpoint
CREATE TABLE "delivery_test" (
	"space_id" uuid NOT NULL,
	"connector_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "delivery_test_space_id_connector_id_delivery_id_pk" PRIMARY KEY("space_id","connector_id","delivery_id")
);
--> statement-breakpoint
CREATE TABLE "device" (
	"space_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text collate "C" NOT NULL,
	"comment" text,
	"serial_number" text collate "C" NOT NULL,
	"external_id" text collate "C",
	"label" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"config_hash" text,
	"decoder_hash" text,
	"encoder_hash" text,
	"dashboard_type" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"moved_at" timestamp (3) with time zone,
	"moved_to" uuid,
	"moved_from" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"searched" text GENERATED ALWAYS AS (regexp_replace(lower(regexp_replace(normalize((e'\x1f ' || name || e' \x1f ' || serial_number || e' \x1f ' || coalesce(external_id, '') || e' \x1f') collate "default", NFD), '[\u0300-\u036f]', '', 'g')), '[\s!-/:-@[-`{-~]+', '  ', 'g')) STORED NOT NULL,
	CONSTRAINT "device_space_id_id_pk" PRIMARY KEY("space_id","id")
);
--> statement-breakpoint
CREATE TABLE "device_contact" (
	"space_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"session_id" bigint DEFAULT 0 NOT NULL,
	"last_seen" timestamp (3) with time zone,
	"expected_at" timestamp (3) with time zone,
	"late_at" timestamp (3) with time zone,
	"silent_at" timestamp (3) with time zone,
	"usual_interval" integer,
	"contact_at" timestamp (3) with time zone,
	"spans" integer[] DEFAULT '{}' NOT NULL,
	"history_from" timestamp (3) with time zone,
	CONSTRAINT "device_contact_space_id_device_id_pk" PRIMARY KEY("space_id","device_id")
) WITH (fillfactor = 50);
--> statement-breakpoint
CREATE TABLE "device_credential" (
	"space_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"serial_number" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "device_credential_space_id_device_id_pk" PRIMARY KEY("space_id","device_id"),
	CONSTRAINT "device_credential_serial_number" UNIQUE("serial_number")
);
--> statement-breakpoint
CREATE TABLE "device_replacement" (
	"space_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"old_serial_number" text NOT NULL,
	"new_serial_number" text NOT NULL,
	"by" text,
	CONSTRAINT "device_replacement_space_id_device_id_id_pk" PRIMARY KEY("space_id","device_id","id")
);
--> statement-breakpoint
CREATE TABLE "device_session" (
	"space_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"session_id" bigint NOT NULL,
	"up" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "device_session_space_id_device_id_session_id_pk" PRIMARY KEY("space_id","device_id","session_id")
);
--> statement-breakpoint
CREATE TABLE "device_tag" (
	"space_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"tag_id" uuid NOT NULL,
	CONSTRAINT "device_tag_space_id_device_id_tag_id_pk" PRIMARY KEY("space_id","device_id","tag_id")
);
--> statement-breakpoint
CREATE TABLE "firmware_job" (
	"space_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"firmware_id" text NOT NULL,
	"target" text NOT NULL,
	"state" text DEFAULT 'scheduled' NOT NULL,
	"reason" text,
	"firmware_bundle" text,
	"firmware_version" text,
	"firmware_name" text,
	"firmware_size" bigint,
	"bytes_downloaded" bigint,
	"scheduled_at" timestamp (3) with time zone NOT NULL,
	"download_started_at" timestamp (3) with time zone,
	"swap_started_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone,
	CONSTRAINT "firmware_job_space_id_device_id_id_pk" PRIMARY KEY("space_id","device_id","id")
);
--> statement-breakpoint
CREATE TABLE "identity" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"identity_id" text NOT NULL,
	"login" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identity_of_provider" UNIQUE("provider","identity_id")
);
--> statement-breakpoint
CREATE TABLE "oauth_code" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"identity_id" text NOT NULL,
	"login" text,
	"email" text,
	"is_email_verified" boolean NOT NULL,
	"firstname" text,
	"lastname" text,
	"is_confirmation" boolean NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "oauth_flow" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"console_state" text NOT NULL,
	"verifier" text NOT NULL,
	"nonce" text NOT NULL,
	"is_confirmation" boolean NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "backup" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"file" text NOT NULL,
	"size" bigint NOT NULL,
	"checked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "database_size" (
	"day" date PRIMARY KEY NOT NULL,
	"size" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "routine" (
	"name" text PRIMARY KEY NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"error" text,
	"until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "server_copy" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" text NOT NULL,
	"host" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"clock_ahead" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid NOT NULL,
	"space_id" uuid,
	"sender_id" uuid,
	"alert_id" uuid,
	"change" jsonb,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_link" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid NOT NULL,
	"space_id" uuid,
	"email" text NOT NULL,
	"is_mailed" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message" (
	"space_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"type" text NOT NULL,
	"direction" text NOT NULL,
	"down_state" text,
	"down_attempt" integer,
	"down_state_at" timestamp (3) with time zone,
	"down_scheduled_at" timestamp (3) with time zone,
	"body" text,
	"raw" text,
	"codec_hash" text,
	"measured_at" timestamp (3) with time zone,
	CONSTRAINT "message_space_id_created_at_id_pk" PRIMARY KEY("space_id","created_at","id")
) PARTITION BY RANGE ("created_at");
--> statement-breakpoint
CREATE TABLE "message_event" (
	"space_id" uuid NOT NULL,
	"message_created_at" timestamp (3) with time zone NOT NULL,
	"message_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"type" text NOT NULL,
	"message_connector_id" uuid,
	"function_return" text,
	"body" jsonb,
	CONSTRAINT "message_event_space_id_message_created_at_message_id_id_pk" PRIMARY KEY("space_id","message_created_at","message_id","id")
) PARTITION BY RANGE ("message_created_at");
--> statement-breakpoint
CREATE TABLE "uplink_answer" (
	"space_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"answer" text NOT NULL,
	CONSTRAINT "uplink_answer_space_id_device_id_name_pk" PRIMARY KEY("space_id","device_id","name")
);
--> statement-breakpoint
CREATE TABLE "notice" (
	"space_id" uuid NOT NULL,
	"alert_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"event" text NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp (3) with time zone,
	CONSTRAINT "notice_space_id_alert_id_user_id_event_pk" PRIMARY KEY("space_id","alert_id","user_id","event")
);
--> statement-breakpoint
CREATE TABLE "notice_setting" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"emails" text DEFAULT 'each' NOT NULL,
	"quiet_from" text,
	"quiet_to" text,
	"digest_hour" integer DEFAULT 8 NOT NULL,
	"digest_from" timestamp (3) with time zone,
	"digested_on" text,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "attention_snooze" (
	"space_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"by" text,
	CONSTRAINT "attention_snooze_space_id_kind_subject_id_pk" PRIMARY KEY("space_id","kind","subject_id")
);
--> statement-breakpoint
CREATE TABLE "message_hour" (
	"space_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"type" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "message_hour_space_id_hour_type_pk" PRIMARY KEY("space_id","hour","type")
);
--> statement-breakpoint
CREATE TABLE "push" (
	"id" uuid PRIMARY KEY NOT NULL,
	"browser_id" uuid NOT NULL,
	"space_id" uuid,
	"alert_id" uuid NOT NULL,
	"event" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "push_once" UNIQUE("browser_id","alert_id","event")
);
--> statement-breakpoint
CREATE TABLE "push_browser" (
	"id" uuid PRIMARY KEY NOT NULL,
	"jti" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" "bytea" NOT NULL,
	"auth" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"code_hash" "bytea",
	"sent_at" timestamp (3) with time zone,
	"failure" jsonb,
	CONSTRAINT "push_browser_jti_unique" UNIQUE("jti"),
	CONSTRAINT "push_browser_code_hash_unique" UNIQUE("code_hash")
);
--> statement-breakpoint
CREATE TABLE "authenticator" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret" text,
	"set_up_at" timestamp (3) with time zone,
	"pending_secret" text,
	"last_step" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkey" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" jsonb NOT NULL,
	"is_synced" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "passkey_challenge" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_code" (
	"user_id" uuid NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "recovery_code_user_id_hash_pk" PRIMARY KEY("user_id","hash")
);
--> statement-breakpoint
CREATE TABLE "series" (
	"space_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"path" text NOT NULL,
	"is_boolean" boolean NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"last_value" double precision NOT NULL,
	"count" bigint NOT NULL,
	"thinned_to" date,
	CONSTRAINT "series_space_id_device_id_number_pk" PRIMARY KEY("space_id","device_id","number"),
	CONSTRAINT "series_path" UNIQUE("space_id","path","device_id")
);
--> statement-breakpoint
CREATE TABLE "series_day" (
	"space_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"day" date NOT NULL,
	"points" "bytea" NOT NULL,
	"count" integer NOT NULL,
	"min" double precision,
	"max" double precision,
	"first" double precision,
	"last" double precision,
	"first_at" integer,
	"min_at" integer,
	"max_at" integer,
	"last_at" integer,
	"received_at" timestamp (3) with time zone,
	CONSTRAINT "series_day_space_id_device_id_number_day_pk" PRIMARY KEY("space_id","device_id","number","day")
) PARTITION BY RANGE ("day");
--> statement-breakpoint
CREATE TABLE "series_settings" (
	"space_id" uuid NOT NULL,
	"settings" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "series_settings_space_id_pk" PRIMARY KEY("space_id")
);
--> statement-breakpoint
CREATE TABLE "simulated_device" (
	"space_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"surroundings" text NOT NULL,
	"state" jsonb NOT NULL,
	"silent" boolean DEFAULT false NOT NULL,
	"next_wake_at" timestamp (3) with time zone,
	CONSTRAINT "simulated_device_space_id_device_id_pk" PRIMARY KEY("space_id","device_id")
);
--> statement-breakpoint
CREATE TABLE "simulated_sim" (
	"imsi" text PRIMARY KEY NOT NULL,
	"iccid" text NOT NULL,
	"state" text,
	"profile" text,
	"attr1" text,
	"attr2" text,
	"apn" text,
	"info" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"latency" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "simulated_sim_iccid_unique" UNIQUE("iccid")
);
--> statement-breakpoint
CREATE TABLE "refused_sender" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"sender_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refused_sender_once" UNIQUE("user_id","sender_id")
);
--> statement-breakpoint
CREATE TABLE "space" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"type" text DEFAULT 'team' NOT NULL,
	"owner_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "space_user" (
	"space_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"invited" boolean DEFAULT false NOT NULL,
	"invitation_id" uuid,
	"is_refused" boolean DEFAULT false NOT NULL,
	"invited_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "space_user_space_id_user_id_pk" PRIMARY KEY("space_id","user_id"),
	CONSTRAINT "space_user_invitation" CHECK (not "space_user"."invited" or "space_user"."invitation_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "tag" (
	"space_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"color" text NOT NULL,
	"access_type" text DEFAULT 'write' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "tag_space_id_id_pk" PRIMARY KEY("space_id","id")
);
--> statement-breakpoint
CREATE TABLE "variable" (
	"space_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"device_id" uuid,
	"name" text collate "C" NOT NULL,
	"value" text NOT NULL,
	"environment" text NOT NULL,
	"comment" text,
	"locked" boolean DEFAULT false NOT NULL,
	"for_connectors" boolean DEFAULT false NOT NULL,
	"secret" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "variable_space_id_id_pk" PRIMARY KEY("space_id","id")
);
--> statement-breakpoint
ALTER TABLE "access_key" ADD CONSTRAINT "access_key_space_id_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_key" ADD CONSTRAINT "access_key_made_by_app_user_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."app_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_key_tag" ADD CONSTRAINT "access_key_tag_access_key" FOREIGN KEY ("space_id","access_key_id") REFERENCES "public"."access_key"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_key_tag" ADD CONSTRAINT "access_key_tag_tag" FOREIGN KEY ("space_id","tag_id") REFERENCES "public"."tag"("space_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_key_use" ADD CONSTRAINT "access_key_use_access_key" FOREIGN KEY ("space_id","access_key_id") REFERENCES "public"."access_key"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_session" ADD CONSTRAINT "auth_session_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_browser" ADD CONSTRAINT "known_browser_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert" ADD CONSTRAINT "alert_space_id_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_episode" ADD CONSTRAINT "alert_episode_alert" FOREIGN KEY ("space_id","alert_id") REFERENCES "public"."alert"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_episode" ADD CONSTRAINT "alert_episode_device" FOREIGN KEY ("space_id","device_id") REFERENCES "public"."device"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_episode" ADD CONSTRAINT "alert_episode_connector" FOREIGN KEY ("space_id","connector_id") REFERENCES "public"."connector"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_note" ADD CONSTRAINT "alert_note_alert" FOREIGN KEY ("space_id","alert_id") REFERENCES "public"."alert"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_rule" ADD CONSTRAINT "alert_rule_space_id_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_state" ADD CONSTRAINT "alert_state_rule" FOREIGN KEY ("space_id","rule_id") REFERENCES "public"."alert_rule"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_state" ADD CONSTRAINT "alert_state_device" FOREIGN KEY ("space_id","device_id") REFERENCES "public"."device"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mute" ADD CONSTRAINT "mute_space_id_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_hour" ADD CONSTRAINT "alert_hour_space_id_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_hour" ADD CONSTRAINT "alert_hour_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_news" ADD CONSTRAINT "alert_news_alert" FOREIGN KEY ("space_id","alert_id") REFERENCES "public"."alert"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_test" ADD CONSTRAINT "alert_test_space_id_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_test" ADD CONSTRAINT "alert_test_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connector" ADD CONSTRAINT "connector_space_id_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connector_tag" ADD CONSTRAINT "connector_tag_connector" FOREIGN KEY ("space_id","connector_id") REFERENCES "public"."connector"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connector_tag" ADD CONSTRAINT "connector_tag_tag" FOREIGN KEY ("space_id","tag_id") REFERENCES "public"."tag"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connector_hold" ADD CONSTRAINT "connector_hold_connector" FOREIGN KEY ("space_id","connector_id") REFERENCES "public"."connector"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connector_operation" ADD CONSTRAINT "connector_operation_connector" FOREIGN KEY ("space_id","connector_id") REFERENCES "public"."connector"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connector_replay" ADD CONSTRAINT "connector_replay_connector" FOREIGN KEY ("space_id","connector_id") REFERENCES "public"."connector"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_delivery" ADD CONSTRAINT "alert_delivery_alert" FOREIGN KEY ("space_id","alert_id") REFERENCES "public"."alert"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_test" ADD CONSTRAINT "delivery_test_space_id_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device" ADD CONSTRAINT "device_space_id_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_contact" ADD CONSTRAINT "device_contact_device" FOREIGN KEY ("space_id","device_id") REFERENCES "public"."device"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_credential" ADD CONSTRAINT "device_credential_space_id_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_replacement" ADD CONSTRAINT "device_replacement_device" FOREIGN KEY ("space_id","device_id") REFERENCES "public"."device"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_session" ADD CONSTRAINT "device_session_device" FOREIGN KEY ("space_id","device_id") REFERENCES "public"."device"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_tag" ADD CONSTRAINT "device_tag_device" FOREIGN KEY ("space_id","device_id") REFERENCES "public"."device"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_tag" ADD CONSTRAINT "device_tag_tag" FOREIGN KEY ("space_id","tag_id") REFERENCES "public"."tag"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "firmware_job" ADD CONSTRAINT "firmware_job_device" FOREIGN KEY ("space_id","device_id") REFERENCES "public"."device"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity" ADD CONSTRAINT "identity_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_space_id_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_sender_id_app_user_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."app_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_link" ADD CONSTRAINT "mail_link_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_link" ADD CONSTRAINT "mail_link_space_id_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_alert" FOREIGN KEY ("space_id","alert_id") REFERENCES "public"."alert"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_setting" ADD CONSTRAINT "notice_setting_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attention_snooze" ADD CONSTRAINT "attention_snooze_space_id_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push" ADD CONSTRAINT "push_browser_id_push_browser_id_fk" FOREIGN KEY ("browser_id") REFERENCES "public"."push_browser"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push" ADD CONSTRAINT "push_space_id_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_browser" ADD CONSTRAINT "push_browser_jti_auth_session_jti_fk" FOREIGN KEY ("jti") REFERENCES "public"."auth_session"("jti") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "authenticator" ADD CONSTRAINT "authenticator_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey_challenge" ADD CONSTRAINT "passkey_challenge_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_settings" ADD CONSTRAINT "series_settings_space_id_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "simulated_device" ADD CONSTRAINT "simulated_device_device" FOREIGN KEY ("space_id","device_id") REFERENCES "public"."device"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refused_sender" ADD CONSTRAINT "refused_sender_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refused_sender" ADD CONSTRAINT "refused_sender_sender_id_app_user_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "space" ADD CONSTRAINT "space_owner_id_app_user_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."app_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "space_user" ADD CONSTRAINT "space_user_space_id_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "space_user" ADD CONSTRAINT "space_user_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "space_user" ADD CONSTRAINT "space_user_invited_by_app_user_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."app_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tag" ADD CONSTRAINT "tag_space_id_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variable" ADD CONSTRAINT "variable_space_id_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variable" ADD CONSTRAINT "variable_device" FOREIGN KEY ("space_id","device_id") REFERENCES "public"."device"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "access_key_handle" ON "access_key" USING btree ("space_id",coalesce(access_key.kept_handle, substr(encode(sha256(('audit:' || access_key.id::text)::bytea), 'hex'), 1, 32)::uuid));--> statement-breakpoint
CREATE INDEX "access_key_made_by" ON "access_key" USING btree ("made_by");--> statement-breakpoint
CREATE INDEX "access_key_tag_by_tag" ON "access_key_tag" USING btree ("space_id","tag_id","access_key_id");--> statement-breakpoint
CREATE INDEX "access_key_use_hour" ON "access_key_use" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "auth_session_user" ON "auth_session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "auth_session_expires" ON "auth_session" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "login_attempt_empty" ON "login_attempt" USING btree ("empty_at");--> statement-breakpoint
CREATE INDEX "alert_of_rule" ON "alert" USING btree ("space_id","rule_id","id");--> statement-breakpoint
CREATE INDEX "alert_notified" ON "alert" USING btree ("space_id","notified_at");--> statement-breakpoint
CREATE INDEX "alert_open" ON "alert" USING btree ("space_id","id") WHERE "alert"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "alert_episode_open" ON "alert_episode" USING btree ("space_id","rule_id",coalesce("device_id", "connector_id"),"path") WHERE "alert_episode"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "alert_episode_of_device" ON "alert_episode" USING btree ("space_id","device_id","alert_id");--> statement-breakpoint
CREATE INDEX "alert_episode_open_of_device" ON "alert_episode" USING btree ("space_id","device_id","alert_id") WHERE "alert_episode"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "alert_episode_of_connector" ON "alert_episode" USING btree ("space_id","connector_id","alert_id") WHERE "alert_episode"."connector_id" is not null;--> statement-breakpoint
CREATE INDEX "alert_state_of_device" ON "alert_state" USING btree ("space_id","device_id");--> statement-breakpoint
CREATE INDEX "alert_state_withheld" ON "alert_state" USING btree ("space_id","device_id") WHERE "alert_state"."withheld_at" is not null;--> statement-breakpoint
CREATE INDEX "alert_state_due" ON "alert_state" USING btree ("due_at","space_id") WHERE "alert_state"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "mute_by_end" ON "mute" USING btree ("space_id","ends_at");--> statement-breakpoint
CREATE INDEX "alert_hour_by_age" ON "alert_hour" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "alert_news_due" ON "alert_news" USING btree ("space_id","at");--> statement-breakpoint
CREATE INDEX "alert_test_of_user" ON "alert_test" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "alert_test_by_age" ON "alert_test" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "audit_entry_by_id" ON "audit_entry" USING btree ("id");--> statement-breakpoint
CREATE INDEX "audit_entry_by_action" ON "audit_entry" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "audit_entry_by_target" ON "audit_entry" USING btree ("target_id","id");--> statement-breakpoint
CREATE INDEX "audit_entry_by_batch" ON "audit_entry" USING btree ("space_id","batch","actor_id","action","id") WHERE "audit_entry"."batch" is not null;--> statement-breakpoint
CREATE INDEX "audit_entry_by_name" ON "audit_entry" USING gin (lower("actor_name") gin_trgm_ops,lower("target_name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "connector_with_batches" ON "connector" USING btree ("space_id","id") WHERE "connector"."batch_size" > 1;--> statement-breakpoint
CREATE INDEX "connector_tag_by_tag" ON "connector_tag" USING btree ("space_id","tag_id","connector_id");--> statement-breakpoint
CREATE INDEX "connector_hold_until" ON "connector_hold" USING btree ("until");--> statement-breakpoint
CREATE INDEX "connector_operation_paused" ON "connector_operation" USING btree ("until") WHERE "connector_operation"."state" = 'paused';--> statement-breakpoint
CREATE INDEX "connector_operation_skipping" ON "connector_operation" USING btree ("skip_before") WHERE "connector_operation"."skip_before" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "connector_replay_one" ON "connector_replay" USING btree ("space_id","connector_id") WHERE "connector_replay"."state" in ('running', 'paused');--> statement-breakpoint
CREATE INDEX "connector_replay_running" ON "connector_replay" USING btree ("next_at") WHERE "connector_replay"."state" = 'running';--> statement-breakpoint
CREATE INDEX "deletion_by_device" ON "deletion" USING btree ("space_id","device_id");--> statement-breakpoint
CREATE INDEX "alert_delivery_of_connector" ON "alert_delivery" USING btree ("space_id","connector_id","delivery_id");--> statement-breakpoint
CREATE INDEX "delivery_of_device" ON "delivery" USING btree ("space_id","device_id","connector_id","id");--> statement-breakpoint
CREATE INDEX "delivery_due" ON "delivery" USING btree ("space_id","connector_id","due_at","id") WHERE "delivery"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "delivery_taken" ON "delivery" USING btree ("space_id","connector_id","due_at") WHERE "delivery"."is_taken";--> statement-breakpoint
CREATE INDEX "delivery_line" ON "delivery" USING btree ("space_id","connector_id","device_id","message_created_at","message_id","id") WHERE "delivery"."state" = 'pending' and "delivery"."is_in_line";--> statement-breakpoint
CREATE INDEX "delivery_of_batch" ON "delivery" USING btree ("space_id","connector_id","batch_id") WHERE "delivery"."state" = 'pending' and "delivery"."batch_id" is not null;--> statement-breakpoint
CREATE INDEX "delivery_failed" ON "delivery" USING btree ("space_id","connector_id","id") WHERE "delivery"."state" = 'failed';--> statement-breakpoint
CREATE INDEX "delivery_waiting" ON "delivery" USING btree ("space_id","connector_id","id") WHERE "delivery"."state" = 'pending' and not "delivery"."is_test";--> statement-breakpoint
CREATE INDEX "delivery_of_message" ON "delivery" USING btree ("space_id","message_id") WHERE "delivery"."message_id" is not null;--> statement-breakpoint
CREATE INDEX "delivery_of_replay" ON "delivery" USING btree ("space_id","connector_id","replay_id","state") WHERE "delivery"."replay_id" is not null and "delivery"."state" <> 'delivered';--> statement-breakpoint
CREATE INDEX "delivery_replay_list" ON "delivery" USING btree ("space_id","connector_id","replay_id","id") WHERE "delivery"."replay_id" is not null;--> statement-breakpoint
CREATE INDEX "delivery_replay_due" ON "delivery" USING btree ("due_at","id") WHERE "delivery"."replay_id" is not null and "delivery"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "delivery_attempt_by_outcome" ON "delivery_attempt" USING btree ("space_id","connector_id","success","created_at");--> statement-breakpoint
CREATE INDEX "delivery_attempt_of_batch" ON "delivery_attempt" USING btree ("space_id","connector_id","batch_id") WHERE "delivery_attempt"."batch_id" is not null;--> statement-breakpoint
CREATE INDEX "delivery_attempt_given_up" ON "delivery_attempt" USING btree ("space_id","connector_id","created_at") WHERE not "delivery_attempt"."success" and "delivery_attempt"."next_attempt_at" is null and not "delivery_attempt"."is_test";--> statement-breakpoint
CREATE INDEX "delivery_attempt_failed" ON "delivery_attempt" USING btree ("created_at") WHERE not "delivery_attempt"."success";--> statement-breakpoint
CREATE INDEX "delivery_test_due" ON "delivery_test" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "device_by_name" ON "device" USING btree ("space_id","name","id");--> statement-breakpoint
CREATE INDEX "device_by_serial_number" ON "device" USING btree ("space_id","serial_number","id");--> statement-breakpoint
CREATE INDEX "device_by_external_id" ON "device" USING btree ("space_id",coalesce("external_id", ''),"id");--> statement-breakpoint
CREATE INDEX "device_by_searched" ON "device" USING gin ("searched" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "device_gone" ON "device" USING btree ("space_id","id") WHERE "device"."moved_at" is not null;--> statement-breakpoint
CREATE INDEX "device_tag_by_tag" ON "device_tag" USING btree ("space_id","tag_id","device_id");--> statement-breakpoint
CREATE INDEX "firmware_job_open" ON "firmware_job" USING btree ("space_id","id") WHERE "firmware_job"."state" in ('scheduled', 'downloading', 'swapping');--> statement-breakpoint
CREATE INDEX "firmware_job_failed" ON "firmware_job" USING btree ("space_id","updated_at") WHERE "firmware_job"."state" = 'failed';--> statement-breakpoint
CREATE INDEX "identity_by_user" ON "identity" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "oauth_code_expires" ON "oauth_code" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "oauth_flow_expires" ON "oauth_flow" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "mail_due" ON "mail" USING btree ("due_at") WHERE "mail"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "mail_first" ON "mail" USING btree ("due_at","id") WHERE state = 'waiting' and not kind in ('alertOpened', 'alertEnded', 'alertFlapping', 'alertSummary', 'alertDigest') and not kind = 'invitation';--> statement-breakpoint
CREATE INDEX "mail_fair" ON "mail" USING btree ((coalesce(space_id, user_id)),"due_at","id") WHERE state = 'waiting' and kind in ('alertOpened', 'alertEnded', 'alertFlapping', 'alertSummary', 'alertDigest');--> statement-breakpoint
CREATE INDEX "mail_fair_started" ON "mail" USING btree ((coalesce(space_id, user_id)),"started_at") WHERE started_at is not null and kind in ('alertOpened', 'alertEnded', 'alertFlapping', 'alertSummary', 'alertDigest');--> statement-breakpoint
CREATE INDEX "mail_fair_invitations" ON "mail" USING btree ((coalesce(space_id, user_id)),"due_at","id") WHERE state = 'waiting' and kind = 'invitation';--> statement-breakpoint
CREATE INDEX "mail_fair_invitations_started" ON "mail" USING btree ((coalesce(space_id, user_id)),"started_at") WHERE started_at is not null and kind = 'invitation';--> statement-breakpoint
CREATE INDEX "mail_sending" ON "mail" USING btree ("started_at") WHERE "mail"."state" = 'sending';--> statement-breakpoint
CREATE INDEX "mail_failed" ON "mail" USING btree ("created_at") WHERE "mail"."state" = 'failed';--> statement-breakpoint
CREATE INDEX "mail_by_user" ON "mail" USING btree ("user_id","space_id");--> statement-breakpoint
CREATE INDEX "mail_link_by_user" ON "mail_link" USING btree ("user_id","space_id");--> statement-breakpoint
CREATE INDEX "mail_link_expires" ON "mail_link" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "message_of_device" ON "message" USING btree ("space_id","device_id","created_at","id");--> statement-breakpoint
CREATE INDEX "message_pending" ON "message" USING btree ("space_id","device_id","created_at") WHERE "message"."down_state" = 'pending';--> statement-breakpoint
CREATE INDEX "message_other" ON "message" USING btree ("space_id","created_at","id") WHERE "message"."type" <> 'data' or "message"."direction" = 'down';--> statement-breakpoint
CREATE INDEX "message_by_time" ON "message" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "message_other_of_device" ON "message" USING btree ("space_id","device_id","created_at","id") WHERE "message"."type" <> 'data' or "message"."direction" = 'down';--> statement-breakpoint
CREATE INDEX "message_measured" ON "message" USING btree ("space_id","device_id","measured_at","created_at") WHERE "message"."measured_at" is not null;--> statement-breakpoint
CREATE INDEX "message_event_of_device" ON "message_event" USING btree ("space_id","device_id");--> statement-breakpoint
CREATE INDEX "uplink_answer_by_time" ON "uplink_answer" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notice_of_user" ON "notice" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "notice_new" ON "notice" USING btree ("user_id") WHERE "notice"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notice_by_age" ON "notice" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "message_hour_by_hour" ON "message_hour" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "push_fair" ON "push" USING btree ("space_id","due_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "push_browser_endpoint" ON "push_browser" USING btree ("endpoint") WHERE "push_browser"."confirmed_at" is not null;--> statement-breakpoint
CREATE INDEX "passkey_by_user" ON "passkey" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "passkey_challenge_expires" ON "passkey_challenge" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "simulated_device_next_wake" ON "simulated_device" USING btree ("next_wake_at") WHERE "simulated_device"."next_wake_at" is not null;--> statement-breakpoint
CREATE INDEX "refused_sender_by" ON "refused_sender" USING btree ("sender_id");--> statement-breakpoint
CREATE INDEX "space_by_owner" ON "space" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "space_user_user" ON "space_user" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "space_user_invited_by" ON "space_user" USING btree ("invited_by");--> statement-breakpoint
CREATE INDEX "variable_by_name" ON "variable" USING btree ("space_id","name","id");--> statement-breakpoint
CREATE INDEX "variable_by_device" ON "variable" USING btree ("space_id","device_id");--> statement-breakpoint
CREATE INDEX "variable_for_connectors" ON "variable" USING btree ("space_id","device_id") WHERE "variable"."for_connectors";
