CREATE TABLE "connector" (
	"space_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"type" text NOT NULL,
	"direction" text NOT NULL,
	"triggers" text[] NOT NULL,
	"transformation" text NOT NULL,
	"retry_delays" integer[] NOT NULL,
	"secret" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
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
CREATE TABLE "delivery" (
	"space_id" uuid NOT NULL,
	"connector_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"message_created_at" timestamp (3) with time zone NOT NULL,
	"message_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	CONSTRAINT "delivery_space_id_connector_id_id_pk" PRIMARY KEY("space_id","connector_id","id")
);
--> statement-breakpoint
CREATE TABLE "delivery_attempt" (
	"space_id" uuid NOT NULL,
	"connector_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"duration" integer NOT NULL,
	"success" boolean,
	"method" text,
	"url" text,
	"status" integer,
	"error" text,
	"next_attempt_at" timestamp (3) with time zone,
	"request_body" text,
	"response_body" text,
	"logs" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "delivery_attempt_space_id_connector_id_delivery_id_attempt_pk" PRIMARY KEY("space_id","connector_id","delivery_id","attempt")
);
--> statement-breakpoint
ALTER TABLE "connector" ADD CONSTRAINT "connector_space_id_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connector_tag" ADD CONSTRAINT "connector_tag_connector" FOREIGN KEY ("space_id","connector_id") REFERENCES "public"."connector"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connector_tag" ADD CONSTRAINT "connector_tag_tag" FOREIGN KEY ("space_id","tag_id") REFERENCES "public"."tag"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_connector" FOREIGN KEY ("space_id","connector_id") REFERENCES "public"."connector"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_device" FOREIGN KEY ("space_id","device_id") REFERENCES "public"."device"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_attempt" ADD CONSTRAINT "delivery_attempt_delivery" FOREIGN KEY ("space_id","connector_id","delivery_id") REFERENCES "public"."delivery"("space_id","connector_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "connector_tag_by_tag" ON "connector_tag" USING btree ("space_id","tag_id","connector_id");--> statement-breakpoint
CREATE INDEX "delivery_of_device" ON "delivery" USING btree ("space_id","device_id");--> statement-breakpoint
CREATE INDEX "delivery_by_created_at" ON "delivery" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "delivery_failed" ON "delivery" USING btree ("space_id","connector_id","id") WHERE "delivery"."state" = 'failed';--> statement-breakpoint
CREATE INDEX "delivery_attempt_by_time" ON "delivery_attempt" USING btree ("space_id","connector_id","created_at");