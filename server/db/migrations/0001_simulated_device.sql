CREATE TABLE "simulated_device" (
	"space_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"surroundings" text NOT NULL,
	"state" jsonb NOT NULL,
	"silent" boolean DEFAULT false NOT NULL,
	"next_wake_at" timestamp (3) with time zone,
	"last_seen" timestamp (3) with time zone,
	CONSTRAINT "simulated_device_space_id_device_id_pk" PRIMARY KEY("space_id","device_id")
);
--> statement-breakpoint
ALTER TABLE "simulated_device" ADD CONSTRAINT "simulated_device_device" FOREIGN KEY ("space_id","device_id") REFERENCES "public"."device"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "simulated_device_next_wake" ON "simulated_device" USING btree ("next_wake_at") WHERE "simulated_device"."next_wake_at" is not null;