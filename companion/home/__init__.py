"""The table in a smart home: Home Assistant, or anything else that speaks MQTT."""
